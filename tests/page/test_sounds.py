"""The sounds of the table, rendered without a loudspeaker: none clips, all are about as loud, short and distinct."""

from __future__ import annotations

from itertools import combinations
from math import log2
from pathlib import Path

from playwright.sync_api import Browser

from page.browsers import WIDE, visiting
from server.processes import Process

SOUNDS = {"card": 1, "wagon": 4, "tunnel": 1, "turn": 1, "ticket": 1, "last": 1, "win": 1}
"""How often each is played in a row: a claim of four spaces has four wagons."""
# Of each sound: its peak, its loudness in dB (the loudest 100 ms), its length until it is 40 dB below its peak, and the
# middle of its spectrum in Hz, weighted by power (by a Fourier transform of blocks).
RENDER = """async ([file, names, seed]) => {
  // The noise is the same in every run.
  Math.random = () => (seed = (seed * 16807) % 2147483647) / 2147483647
  const module = await import(file)
  const play = Object.values(module).find((each) => typeof each === 'function')
  const found = {}
  for (const [name, times] of Object.entries(names)) {
    const rate = 22050
    const context = new OfflineAudioContext(1, 5 * rate, rate)
    play(context, name, times)
    const samples = (await context.startRendering()).getChannelData(0)
    let peak = 0
    for (const each of samples) peak = Math.max(peak, Math.abs(each))
    const block = rate / 10
    let loudest = 0
    for (let at = 0; at + block <= samples.length; at += block / 2) {
      let power = 0
      for (let index = at; index < at + block; index++) power += samples[Math.floor(index)] ** 2
      loudest = Math.max(loudest, power / block)
    }
    let last = samples.length - 1
    while (last > 0 && Math.abs(samples[last]) < peak / 100) last--
    let [weighted, whole] = [0, 0]
    const size = 512
    for (let start = 0; start + size <= last; start += size * 4)
      for (let bin = 1; bin < size / 2; bin++) {
        let [real, imaginary] = [0, 0]
        for (let index = 0; index < size; index++) {
          const angle = (2 * Math.PI * bin * index) / size
          real += samples[start + index] * Math.cos(angle)
          imaginary += samples[start + index] * Math.sin(angle)
        }
        const power = real * real + imaginary * imaginary
        whole += power
        weighted += power * bin * (rate / size)
      }
    found[name] = {peak, loud: 10 * Math.log10(loudest), seconds: last / rate, hertz: weighted / whole}
  }
  return found
}"""


def test_sounds_are_clean_even_and_distinct(house: Process, browser: Browser, built: Path) -> None:
    file = next((built / "assets").glob("synthesizer-*.js")).name
    with visiting(browser, house.url, WIDE) as page:
        page.goto("/health")
        found = page.evaluate(RENDER, [f"/assets/{file}", SOUNDS, 1])
    for name, each in found.items():
        assert 0.05 < each["peak"] < 0.95, (name, each)
        assert each["seconds"] < 3.2, (name, each)
    loud = [each["loud"] for each in found.values()]
    assert max(loud) - min(loud) < 9, found
    for (one, a), (other, b) in combinations(found.items(), 2):
        # A major third in pitch, or a third longer.
        apart = max(abs(log2(a["hertz"] / b["hertz"])) / 0.4, abs(log2(a["seconds"] / b["seconds"])) / 0.4)
        assert apart > 1, (one, other, found)
