// The marks of modules on the map as paths round (0, 0), within a circle of radius 9.
export const SPAN = 'M-8 5V1M8 5V1M-8.5 1H8.5M-8 1C-5-6 5-6 8 1M-3.5 1V-3.3M3.5 1V-3.3'
export const PEAK = 'M-8 5.5L-2-5.5 1.5.5 3.5-2.5 8 5.5Z'
export const PORTAL = 'M-7 6V-.5a7 7 0 0 1 14 0V6M-3.5 6V1a3.5 3.5 0 0 1 7 0V6'
export const HERD = 'M-8-6.5C-8-3.5-6-2.5-4-2.5H4C6-2.5 8-3.5 8-6.5M-4-2.5-3 3-1.5 6.5h3L3 3 4-2.5M-2.5 3.5h5'
export const SILO = 'M-5 7V-2.5L-2.5-6.5h5L5-2.5V7ZM-1.7-2.5V7M1.7-2.5V7'
export const SHIP = 'M-8.5 1H8.5L6 6.5H-5.5ZM-4.5 1V-3H5V1M-1.5-3V-8H1.5V-3'
export const PENNANT = 'M-7 9V-9H8L4.5-4.5 8 0H-7'
export const LETTER = 'M-8-5.5H8V5.5H-8ZM-8-5 0 1 8-5'
