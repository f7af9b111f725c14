/**
 * Drafts of limits by law. None of them is in force until a user has checked it and written it as a limit: the drafts contain what was
 * found in public texts, and what was not found is left blank.
 */
import { type RuleSet, TO_BE_CHECKED } from '@em/contract/limits/limit-rule-sets'
import type {
  LimitKind,
  LimitMeasure,
  LimitOperator,
  LimitUnit,
  SubjectType,
} from '@em/core/limits/limit-codes'
import { MEASURE_USES, WARNING_PERCENT } from '@em/core/limits/limit-codes'

type Line = RuleSet['lines'][number]

interface Said {
  readonly code: string
  readonly name: string
  /** Null: to be filled in. */
  readonly bound: number | null
  readonly unit?: LimitUnit
  readonly operator?: LimitOperator
  readonly hardness: Line['hardness']
  readonly source: string
  readonly note?: string
}
interface Draft extends Said {
  readonly measure: LimitMeasure
  readonly of: SubjectType
  /** Default: each. */
  readonly subject?: string
}

const said = ({ note, ...draft }: Said) => ({
  code: draft.code,
  name: draft.name,
  bound: draft.bound,
  unit: draft.unit ?? 'percent',
  operator: draft.operator ?? 'above',
  hardness: draft.hardness,
  warning: WARNING_PERCENT,
  source: draft.source,
  note: note === undefined ? TO_BE_CHECKED : `${TO_BE_CHECKED} ${note}`,
})

const line = ({ measure, of, subject = 'each', ...draft }: Draft): Line => ({
  ...said(draft),
  kind: MEASURE_USES[measure].kind,
  measure,
  subject: { type: of, id: subject, top: null },
  asks: null,
})

interface Unmeasured extends Said {
  /** Of which kind it is, so that it is shown on that tab. */
  readonly kind: LimitKind
  readonly asks: string
}

/** A line of the law that no measure of limits answers: it is shown, and no limit can be written of it. */
const unmeasured = ({ kind, asks, ...draft }: Unmeasured): Line => ({
  ...said(draft),
  kind,
  measure: null,
  subject: null,
  asks,
})

const CIS = 'CIS Code 2022, directive SEC/SUP/2024/10/477 of 4 October 2024'
const BLANK = 'The figure could not be read in the public text: fill it in.'
const TAKEOVER = 'Company Take-overs and Mergers Code 1995, amended 2003'
const voting = (code: string, name: string, bound: number, hardness: Line['hardness'], note?: string): Line =>
  line({
    code,
    name,
    measure: 'voting-percent',
    of: 'issuer',
    bound,
    operator: 'at-or-above',
    hardness,
    source: TAKEOVER,
    ...(note !== undefined && { note }),
  })

const MARGIN = 'Rules for margin providers'
const OF_CLIENTS =
  'It needs the debtor book of a broker, which this program does not keep. Today: not confirmed.'
const ofClients = (of: Omit<Unmeasured, 'kind' | 'hardness'>) =>
  unmeasured({ ...of, kind: 'exposure', hardness: 'inform', note: OF_CLIENTS })
const OF_CAPITAL =
  "It needs the broker's own liquid capital and risk, which this program does not keep. Today's figures: not confirmed."
const ofCapital = (of: Omit<Unmeasured, 'kind' | 'hardness'>) =>
  unmeasured({ ...of, kind: 'cash', hardness: 'inform', note: OF_CAPITAL })

export const RULE_SETS: readonly RuleSet[] = [
  {
    code: 'LK-CIS',
    name: 'Unit trusts',
    lines: [
      line({
        code: 'LK-CIS-CASH',
        name: 'Liquid assets',
        measure: 'minimum-cash',
        of: 'portfolio',
        subject: 'all',
        bound: 3,
        hardness: 'soft',
        source: CIS,
      }),
      line({
        code: 'LK-CIS-ISSUER',
        name: 'One issuer',
        measure: 'percent-of-net-assets',
        of: 'issuer',
        bound: null,
        hardness: 'soft',
        source: CIS,
        note: BLANK,
      }),
      line({
        code: 'LK-CIS-CLASS',
        name: 'Share of an issue',
        measure: 'percent-of-issued',
        of: 'security',
        bound: null,
        hardness: 'soft',
        source: CIS,
        note: BLANK,
      }),
      unmeasured({
        code: 'LK-CIS-BANK',
        name: 'One bank',
        kind: 'share',
        asks: 'Deposits with one bank, as a percent of net assets.',
        bound: null,
        hardness: 'soft',
        source: CIS,
        note: BLANK,
      }),
      unmeasured({
        code: 'LK-CIS-BORROWING',
        name: 'Borrowing',
        kind: 'cash',
        asks: 'Overdrawn cash (1010) and mapped loan accounts, as a percent of net assets; open-ended and interval funds.',
        bound: 15,
        hardness: 'soft',
        source: CIS,
      }),
      unmeasured({
        code: 'LK-CIS-REPORTS',
        name: 'Reports of an excess, and of the trustee',
        kind: 'cash',
        asks: 'An excess is reported with its reasons and the steps taken, one by market movement apart; the trustee reports on compliance every half-year, by the 20th of the next month.',
        bound: null,
        unit: 'none',
        hardness: 'inform',
        source: CIS,
      }),
    ],
  },
  {
    code: 'LK-TAKEOVER',
    name: 'Take-overs',
    lines: [
      voting('LK-TAKEOVER-25', 'Near the take-over threshold', 25, 'inform'),
      voting(
        'LK-TAKEOVER-30',
        'Take-over threshold',
        30,
        'hard',
        'An offer to all at the highest price of the last 12 months is to be made from here on. Entities that act together are to be counted together; of several portfolios together a limit is soft.',
      ),
      unmeasured({
        code: 'LK-TAKEOVER-CREEP',
        name: 'Creep',
        kind: 'position',
        asks: 'The share of votes less its lowest of the last 365 days, for entities that act together with between 30 and 50 % of the votes.',
        bound: 2,
        hardness: 'soft',
        source: TAKEOVER,
        note: 'Not confirmed.',
      }),
    ],
  },
  {
    code: 'LK-BANK',
    name: 'Shares of a licensed bank',
    lines: [
      line({
        code: 'LK-BANK-10',
        name: 'Shares of a bank',
        measure: 'voting-percent',
        of: 'issuer',
        bound: 10,
        operator: 'at-or-above',
        hardness: 'inform',
        source: 'Banking Act',
        note: 'Write one limit for each bank.',
      }),
      line({
        code: 'LK-BANK-15',
        name: 'Most shares of a bank',
        measure: 'voting-percent',
        of: 'issuer',
        bound: 15,
        hardness: 'hard',
        source: 'Banking Act',
        note: 'Write one limit for each bank; 20 % for multilateral bodies. Present law is not confirmed.',
      }),
    ],
  },
  {
    code: 'LK-DISCLOSURE',
    name: 'Disclosure of holdings',
    lines: [
      line({
        code: 'LK-DISCLOSURE-5',
        name: 'Holding of 5 percent',
        measure: 'percent-of-issued',
        of: 'security',
        bound: 5,
        operator: 'at-or-above',
        hardness: 'inform',
        source: 'Not verified: no text of such a duty was found',
      }),
      line({
        code: 'LK-DISCLOSURE-10',
        name: 'Holding of 10 percent',
        measure: 'percent-of-issued',
        of: 'security',
        bound: 10,
        operator: 'at-or-above',
        hardness: 'inform',
        source: 'Not verified: no text of such a duty was found',
      }),
    ],
  },
  {
    code: 'LK-BROKER-CREDIT',
    name: 'Credit of a stockbroker to clients',
    lines: [
      ofClients({
        code: 'LK-BROKER-CREDIT-CLIENT',
        name: 'Credit of one client',
        asks: 'The credit of a client, as a percent of the market value of what the client pledged.',
        bound: 50,
        source: 'Rules in force from 1 January 2008',
      }),
      ofClients({
        code: 'LK-BROKER-CREDIT-SHARE',
        name: 'Share of one client or group',
        asks: 'The credit of one client or group, as a percent of all credit to clients.',
        bound: 15,
        source: 'Rules of 2007',
      }),
      ofClients({
        code: 'LK-BROKER-CREDIT-ALL',
        name: 'All credit',
        asks: 'All credit to clients, as a percent of net capital: ten times net capital.',
        bound: 1_000,
        source: 'Rules of 2007',
      }),
      ofClients({
        code: 'LK-BROKER-CREDIT-CALL',
        name: 'Call',
        asks: 'How far the market value of what was pledged fell, in percent: a call follows, to be made good by the next market day.',
        bound: 25,
        operator: 'at-or-above',
        source: 'Rules of 2022 (10 % in 2007)',
      }),
    ],
  },
  {
    code: 'LK-MARGIN-PROVIDER',
    name: 'Margin providers',
    lines: [
      ofClients({
        code: 'LK-MARGIN-INITIAL',
        name: 'Initial margin',
        asks: 'The part of a purchase that the client pays, in percent: at least.',
        bound: 50,
        source: MARGIN,
      }),
      ofClients({
        code: 'LK-MARGIN-MAINTENANCE',
        name: 'Maintenance margin',
        asks: "The client's equity as a percent of the market value: at least, to be made good within 3 market days.",
        bound: 30,
        source: MARGIN,
      }),
      ofClients({
        code: 'LK-MARGIN-SALE',
        name: 'Forced sale',
        asks: 'What is outstanding, as a percent of the market value of the securities: above it they are sold.',
        bound: 70,
        source: MARGIN,
      }),
    ],
  },
  {
    code: 'LK-BROKER-CAPITAL',
    name: 'Capital of a stockbroker',
    lines: [
      ofCapital({
        code: 'LK-BROKER-CAPITAL-RATIO',
        name: 'Capital adequacy',
        asks: 'Liquid capital as a percent of the total risk requirement, each day: at least 1.2 times.',
        bound: 120,
        source: 'In force from 1 March 2017',
      }),
      ofCapital({
        code: 'LK-BROKER-CAPITAL-LIQUID',
        name: 'Liquid capital',
        asks: 'Liquid capital in rupees: at least.',
        bound: 35_000_000,
        unit: 'LKR',
        source: 'In force from 1 March 2017',
      }),
      ofCapital({
        code: 'LK-BROKER-CAPITAL-FUNDS',
        name: "Shareholders' funds",
        asks: "Shareholders' funds in rupees: at least.",
        bound: 100_000_000,
        unit: 'LKR',
        source: 'In force from 1 January 2018',
      }),
    ],
  },
]
