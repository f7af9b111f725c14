/** What an act came to at one time and comes to at another, in words: "Cost out 8,000.00, now 8,066.67". */
import type { ApprovalFacts } from '@em/contract/books/approvals'

type Trade = ApprovalFacts['trades'][number]
const FIELDS: readonly (readonly [keyof Trade, string])[] = [
  ['quantity', 'Quantity'],
  ['price', 'Price'],
  ['gross', 'Gross'],
  ['fees', 'Fees'],
  ['net', 'Net'],
  ['cost_out', 'Cost out'],
  ['capital_gain', 'Gain'],
]
const MOST = 20

const money = (text: string): string =>
  text.replace(/\B(?=(\d{3})+(?!\d)(?=\.|$))/g, ',').replace(/(\.\d*),/g, '$1')
const shown = (value: string | number | null): string => (value === null ? 'nothing' : money(String(value)))

function ofTrades(then: readonly Trade[], now: readonly Trade[]): string[] {
  if (then.length !== now.length) return [`${then.length} trades, now ${now.length}`]
  return then.flatMap((was, at) =>
    FIELDS.flatMap(([field, label]) => {
      const is = now[at]?.[field] ?? null
      const of = then.length > 1 ? ` of ${was.symbol}` : ''
      return was[field] === is ? [] : [`${label}${of} ${shown(was[field])}, now ${shown(is)}`]
    }),
  )
}

function ofLines({ lines: then }: ApprovalFacts, { lines: now }: ApprovalFacts): string[] {
  const keyOf = (one: ApprovalFacts['lines'][number]) => JSON.stringify(one)
  const [before, after] = [then.map(keyOf), now.map(keyOf)]
  const gone = then.filter((one) => !after.includes(keyOf(one)))
  const added = now.filter((one) => !before.includes(keyOf(one)))
  const told = (one: ApprovalFacts['lines'][number]) =>
    `${one.date} ${one.account_code} ${one.account_name} ${Number(one.debit) === 0 ? `credit ${money(one.credit)}` : `debit ${money(one.debit)}`}`
  return [...gone.map((one) => `No longer: ${told(one)}`), ...added.map((one) => `New: ${told(one)}`)]
}

function ofFile({ file: then }: ApprovalFacts, { file: now }: ApprovalFacts): string[] {
  if (then?.sha256 === now?.sha256) return []
  const told = (file: ApprovalFacts['file']) =>
    file === undefined ? 'none' : `${file.lines} lines of ${file.entries} entries, ${money(file.amount)}`
  return [`The file: ${told(then)}, now ${told(now)}`]
}

/** The differences of the facts that the hash covers, at most twenty. */
export function differencesOf(then: ApprovalFacts, now: ApprovalFacts): string[] {
  const checks = now.checks.flatMap(({ limit, state }, at) => {
    const was = then.checks[at]
    return was?.limit === limit && was.state === state
      ? []
      : [`Limit ${limit}: ${was?.state ?? 'not asked'}, now ${state}`]
  })
  return [...ofTrades(then.trades, now.trades), ...ofLines(then, now), ...checks, ...ofFile(then, now)].slice(
    0,
    MOST,
  )
}
