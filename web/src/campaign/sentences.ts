// What happened lately: a sentence for every fact of the log.
import { dollars } from '../companies/money'
import { botName } from '../lib/names'
import { list, t } from '../lib/words.svelte'
import type { Campaign } from './campaign.svelte'
import { eventName, printedName, routeName, senderOf, territoryName, whoIs } from './names'
import type { Choice, Fact, Founder } from './types'

function signed(founder: Founder): string {
  return t('campaign.log_signed', { president: founder.president, company: printedName(founder.company) })
}

/** What a choice says while the vote is open; afterwards its effect tells more. */
function votedFor(campaign: Campaign, choice: Choice): string {
  const words = campaign.words?.votes[campaign.state?.vote?.vote ?? '']?.[choice]
  return words ? t('campaign.quoted', { words }) : choice.toUpperCase()
}

/** What a fact tells; several sentences where it has several parts. */
export function sentencesOf(campaign: Campaign, fact: Fact): string[] {
  const who = (colour: string | null) => whoIs(campaign, colour)
  switch (fact.entry) {
    case 'founded':
      return [t('campaign.log_founded', { name: fact.campaign }), ...fact.founders.map(signed)]
    case 'joined':
      return [signed(fact.founder)]
    case 'left':
      return [t('campaign.log_left', { who: who(fact.company) })]
    case 'missed':
      return [t('campaign.log_missed', { who: who(fact.company), game: fact.game })]
    case 'seated':
      return [t('campaign.log_seated', { game: fact.game, who: list(fact.places.map((place) => (place.stand_in ? t('campaign.by_stand_in', { who: who(place.company), bot: botName(place.stand_in) }) : who(place.company)))) })]
    case 'read':
      return fact.cards.length ? [t('campaign.log_read', { cards: list(fact.cards.map((card) => t('campaign.quoted', { words: campaign.words?.cards[card]?.title ?? card }))) })] : []
    case 'dealt-anew':
      return [t('campaign.log_dealt_anew', { game: fact.game })]
    case 'played':
      return [
        t('campaign.log_played', { game: fact.game, slips: list(fact.result.slips.map((slip) => t('campaign.log_slip', { who: who(slip.company), amount: dollars(slip.total) }))) }),
        ...(fact.result.spikes ?? []).map(([territory, company]) => t('campaign.log_spike', { who: who(company), territory: territoryName(campaign, territory) })),
        ...(fact.result.postcards ?? []).map(([company, card]) => t('campaign.log_met', { who: who(company), sender: senderOf(campaign, card) })),
      ]
    case 'removed':
      return [fact.company ? t('campaign.log_removed', { who: who(fact.company), event: eventName(campaign, fact.event) }) : t('campaign.log_removed_by_lot', { event: eventName(campaign, fact.event) })]
    case 'voted':
      return [t('campaign.log_voted', { who: who(fact.company), choice: votedFor(campaign, fact.choice) })]
    case 'closed': {
      const vote = campaign.words?.votes[fact.vote]
      return vote ? [t('campaign.log_closed', { question: vote.question, choice: vote[fact.choice], result: vote.result ?? '' })] : []
    }
    case 'named': {
      const territories = list(fact.territories.map((code) => territoryName(campaign, code)))
      return [fact.company ? t('campaign.log_named', { who: who(fact.company), territories }) : t('campaign.log_named_by_lot', { territories })]
    }
    case 'chartered': {
      const territory = territoryName(campaign, fact.territory)
      return [fact.company ? t('campaign.log_chartered', { who: who(fact.company), territory }) : t('campaign.log_chartered_by_lot', { territory })]
    }
    case 'repainted':
      return [t('campaign.log_repainted', { who: who(fact.company), route: routeName(campaign, fact.route) })]
    case 'christened':
      return [t('campaign.log_christened', { who: who(fact.company), route: routeName(campaign, fact.route), name: fact.name })]
    case 'gave-up':
      return [t('campaign.log_gave_up', { who: who(fact.company), sender: senderOf(campaign, fact.card) })]
    case 'struck':
      return [t('campaign.log_struck', { who: who(fact.company), route: routeName(campaign, fact.route) })]
  }
}
