/** Corporate actions and moves between portfolios, as acts: what was said, chosen, allotted, paid and taken back. */
import { APPLICATIONS, kindsWhere, outlasts } from '@em/contract/corporate-actions/kinds'
import { sqlList } from '../../../platform/database/sql-list.ts'
import { columns, ORDER, RECORDED, type Section } from '../format/section.ts'
import { accountName, LAST_IN_ORDER, lotName, mailOf, orderOfActs, portfolioCode } from './shared-sql.ts'

/** A form with names in place of ids. */
const FORM = `jsonb_strip_nulls(v.form || jsonb_build_object('portfolio', NULL, 'portfolioId', ${portfolioCode('a.portfolio_id')},
      'toPortfolio', ${portfolioCode('a.to_portfolio_id')}, 'settlementAccount', ${accountName("(v.form ->> 'settlementAccount')::bigint")},
      'allocations', CASE WHEN v.form ? 'allocations' THEN (
        SELECT jsonb_agg((l - 'buyTransactionId') || jsonb_build_object('lot', ${lotName("(l ->> 'buyTransactionId')::bigint")}))
          FROM jsonb_array_elements(v.form -> 'allocations') AS l) END))`

/** The fields of a row of each kind of act; those left out are null. */
interface Act {
  readonly id: string
  readonly act: string
  readonly from: string
  readonly set?: Readonly<Record<string, string>>
}

/** The first thing that happened to an action after it was announced. */
const FIRST_STEP = `(SELECT min(s.id) FROM action_steps s WHERE s.action_id = a.id AND s.what NOT IN ('announced', 'kept as a draft', 'changed'))`

const CHOSEN_OF = sqlList(kindsWhere(outlasts))

/** Reversals that began another life of an action where portfolios have something to choose, as they all once did: what was chosen counted no more. */
const DROPPED_BY_REVERSAL = `
  SELECT r.id, r.action_id, f.portfolio_id, r.recorded_at + interval '1 microsecond', r.recorded_by
    FROM (SELECT s.id, s.action_id, s.recorded_at, s.recorded_by, row_number() OVER (PARTITION BY s.action_id ORDER BY s.id) AS turn
            FROM action_steps s WHERE s.what = 'reversed') r
    JOIN corporate_actions c ON c.id = r.action_id AND c.kind IN ${CHOSEN_OF}
     AND r.turn < c.turn - (c.state = 'cancelled')::int
    JOIN (SELECT action_id, turn, portfolio_id FROM action_elections
           UNION SELECT action_id, turn, portfolio_id FROM action_allotments
           UNION SELECT action_id, turn, portfolio_id FROM action_money) f ON f.action_id = r.action_id AND f.turn = r.turn`

const ACTS: readonly Act[] = [
  {
    id: 'v',
    act: "CASE WHEN v.version = 1 THEN 'record' ELSE 'change' END",
    from: 'action_versions v JOIN corporate_actions a ON a.id = v.action_id AND a.taken_on IS NULL',
    set: {
      form: FORM,
      draft: `EXISTS (SELECT FROM action_steps s WHERE s.action_id = a.id AND s.what = 'kept as a draft')
        AND (a.state = 'draft' OR EXISTS (SELECT FROM action_versions w WHERE w.action_id = a.id AND w.version > v.version
              AND w.recorded_at < coalesce((SELECT s.recorded_at FROM action_steps s WHERE s.id = ${FIRST_STEP}), 'infinity')))`,
      reason: 'v.reason',
    },
  },
  {
    id: 'v',
    act: "CASE v.what WHEN 'processed' THEN 'process' WHEN 'reversed' THEN 'reverse' WHEN 'cancelled' THEN 'cancel' ELSE 'lapse' END",
    from: "action_steps v JOIN corporate_actions a ON a.id = v.action_id AND a.taken_on IS NULL AND v.what IN ('processed', 'reversed', 'cancelled', 'lapsed')",
    set: { reason: "CASE WHEN v.what IN ('reversed', 'cancelled') THEN v.detail END" },
  },
  {
    id: 'v',
    act: "'elect'",
    // The election in the form itself is made again when the action is processed.
    from: `action_elections v JOIN corporate_actions a ON a.id = v.action_id AND NOT v.taken_out
        AND NOT (v.portfolio_id = a.portfolio_id
             AND 'processed' = (SELECT s.what FROM action_steps s WHERE s.action_id = a.id AND s.recorded_at > v.recorded_at AND s.what <> 'was' ORDER BY s.id LIMIT 1)
             AND EXISTS (SELECT FROM action_versions w WHERE w.action_id = a.id AND w.form ->> 'subscribed' = 'Yes'
                          AND (w.form ->> 'subscribedQty')::numeric = v.subscribe))`,
    set: {
      portfolio: portfolioCode('v.portfolio_id'),
      subscribe: 'v.subscribe',
      sell: 'v.sell',
      lapse: 'v.lapse',
      additional: 'v.additional',
      date: 'v.pay_date',
      settlement_account: accountName('v.settlement_account_id'),
      lots: `(SELECT jsonb_agg(jsonb_build_object('lot', ${lotName("(l ->> 'lot')::bigint")}, 'quantity', (l ->> 'quantity')::bigint))
                FROM jsonb_array_elements(v.allocations) AS l)`,
    },
  },
  {
    id: 'v',
    act: "'take out'",
    from: `(SELECT id, action_id, portfolio_id, recorded_at, recorded_by FROM action_elections WHERE taken_out
             UNION ALL ${DROPPED_BY_REVERSAL}) v JOIN corporate_actions a ON a.id = v.action_id`,
    set: {
      portfolio: portfolioCode('v.portfolio_id'),
      reason: `coalesce((SELECT left(regexp_replace(s.detail, '^.*?: ', ''), 500) FROM action_steps s WHERE s.action_id = a.id AND s.what = 'taken out' AND s.recorded_at >= v.recorded_at
                          ORDER BY s.id LIMIT 1), 'Reversed')`,
    },
  },
  {
    id: 'v',
    act: "'allot'",
    from: 'action_allotments v JOIN corporate_actions a ON a.id = v.action_id',
    set: {
      portfolio: portfolioCode('v.portfolio_id'),
      quantity: 'v.allotted',
      date: 'v.allotted_on',
      refund_date: 'v.refunded_on',
      settlement_account: accountName('v.settlement_account_id'),
      symbol: `CASE WHEN a.kind IN ${sqlList(APPLICATIONS)} THEN (SELECT e.symbol FROM equities e WHERE e.id = a.equity_id) END`,
    },
  },
  {
    id: 'v',
    act: "CASE v.kind WHEN 'received' THEN 'receive' ELSE 'write off' END",
    from: 'action_money v JOIN corporate_actions a ON a.id = v.action_id',
    set: {
      portfolio: portfolioCode('v.portfolio_id'),
      date: 'v.money_date',
      amount: 'abs(v.amount)',
      settlement_account: accountName('v.settlement_account_id'),
      reference: 'v.reference',
      reason: 'v.reason',
      against:
        "CASE WHEN v.against = 'impairment' THEN 'impairment' WHEN v.kind = 'written-off' THEN 'income' END",
    },
  },
  {
    id: 'v',
    act: "'certificate'",
    from: 'action_certificates v JOIN corporate_actions a ON a.id = v.action_id',
    set: { portfolio: portfolioCode('v.portfolio_id'), date: 'v.received_on', reference: 'v.number' },
  },
]

const COLUMNS = {
  ...ORDER,
  number: ['whole', 'The corporate action; rows of one number are of one action'],
  act: [
    'text',
    '`record` and `change` say its form; `process` posts it, `reverse` takes it out, `cancel` ends it; `elect`, `allot`, `receive`, `write off`, `certificate` say what happened (also to an event that is an open item of an opening, recorded there); `take out`: what a portfolio elected, was allotted and received counts no more; `lapse`: the last day was over',
  ],
  form: [
    'list',
    'Of `record` and `change`: the fields of the form, as the API takes them, with names in place of ids',
  ],
  draft: ['yes or no', 'The form is kept as a draft'],
  portfolio: ['text', 'The code of the portfolio'],
  subscribe: ['whole', 'Of `elect`: shares subscribed'],
  sell: ['whole', 'Of `elect`: rights to be sold'],
  lapse: ['whole', 'Of `elect`: rights left to lapse'],
  additional: ['whole', 'Of `elect`: shares applied for beyond'],
  lots: ['list', 'Of `elect`: the lots that shares are given from, [{"lot", "quantity"}]'],
  quantity: ['whole', 'Of `allot`: shares'],
  date: ['date', 'The day of the payment, the allotment or the certificate'],
  refund_date: ['date', 'Of `allot`: when the rest came back'],
  amount: ['money', 'What was received or written off'],
  settlement_account: ['text', 'The bank account'],
  symbol: ['text', 'Of `allot` after an application: the security'],
  reference: ['text', 'Of the payment; the number of a certificate'],
  against: [
    'text',
    'Of `write off`: `impairment`, or `income` where it was recorded before impairment had an account; left out: `income`',
  ],
  reason: ['text', 'Why'],
  ...RECORDED,
} as const

const TYPES: Readonly<Record<string, string>> = {
  form: 'jsonb',
  lots: 'jsonb',
  draft: 'boolean',
  subscribe: 'bigint',
  sell: 'bigint',
  lapse: 'bigint',
  additional: 'bigint',
  quantity: 'bigint',
  date: 'date',
  refund_date: 'date',
  amount: 'numeric',
}
const OWN = Object.keys(COLUMNS).filter(
  (name) => !['order', 'number', 'act', 'recorded_at', 'recorded_by'].includes(name),
)

const rowsOf = ({ act, from, set = {} }: Act) =>
  `SELECT a.id AS number, ${act} AS act, ${OWN.map((name) => `(${set[name] ?? 'NULL'})::${TYPES[name] ?? 'text'} AS "${name}"`).join(', ')},
          v.recorded_at, ${mailOf('v.recorded_by')} AS recorded_by FROM ${from}`

export const ACTION_SECTIONS: readonly Section[] = [
  {
    name: 'corporate_actions',
    isActs: true,
    says: 'Corporate actions and moves between portfolios: everything that was said and done, in its order.',
    columns: columns(COLUMNS),
    sql: `WITH acts AS MATERIALIZED (SELECT row_number() OVER (ORDER BY k.recorded_at, k.number) AS id, k.* FROM (${ACTS.map(rowsOf).join('\n UNION ALL ')}) k),
        timed AS (${orderOfActs('SELECT c.id, c.recorded_at AS at FROM acts c')})
      SELECT coalesce(m.place, ${LAST_IN_ORDER}) AS "order", k.number, k.act, ${OWN.map((name) => `k."${name}"`).join(', ')}, k.recorded_at, k.recorded_by
        FROM acts k JOIN timed m ON m.id = k.id ORDER BY 1, k.id`,
  },
]
