/** The differences between the results of an act at two times, in words: "Cost out 8,000.00, now 8,066.67". */
import type { ApprovalFacts } from '@em/contract/approvals/approvals'

type Trade = ApprovalFacts['trades'][number]
type Whole = NonNullable<ApprovalFacts['whole']>
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
  const inWords = (one: ApprovalFacts['lines'][number]) =>
    `${one.date} ${one.account_code} ${one.account_name} ${Number(one.debit) === 0 ? `credit ${money(one.credit)}` : `debit ${money(one.debit)}`}`
  return [...gone.map((one) => `No longer: ${inWords(one)}`), ...added.map((one) => `New: ${inWords(one)}`)]
}

function ofFile({ file: then }: ApprovalFacts, { file: now }: ApprovalFacts): string[] {
  if (then?.sha256 === now?.sha256) return []
  const inWords = (file: ApprovalFacts['file']) =>
    file === undefined ? 'none' : `${file.lines} lines of ${file.entries} entries, ${money(file.amount)}`
  return [`The file: ${inWords(then)}, now ${inWords(now)}`]
}

const SUMS: readonly (readonly [keyof Whole['trades'], string])[] = [
  ['count', 'Trades'],
  ['gross', 'Gross of all trades'],
  ['fees', 'Fees of all trades'],
  ['net', 'Net of all trades'],
  ['cost_out', 'Cost out of all trades'],
  ['capital_gain', 'Gain of all trades'],
]

/** "debit 1,000.00", "credit 5.00", or both. */
function sidesOf(debit: string, credit: string): string {
  const sides = [`debit ${money(debit)}`, `credit ${money(credit)}`].filter((side) => !side.endsWith(' 0.00'))
  return sides.length === 0 ? 'nothing' : sides.join(' ')
}

/** Of an act of more rows than are shown: its sums, and that rows differ with equal sums. */
function ofWhole(then: Whole, now: Whole): string[] {
  const sums = SUMS.flatMap(([field, label]) => {
    const [was, is] = [then.trades[field], now.trades[field]]
    return was === is ? [] : [`${label} ${shown(was)}, now ${shown(is)}`]
  })
  const codes = [...new Set([...then.accounts, ...now.accounts].map(({ account_code: code }) => code))]
  const accounts = codes.toSorted().flatMap((code) => {
    const [was, is] = [then, now].map((one) => one.accounts.find(({ account_code: of }) => of === code))
    const sides = (account: typeof was) => sidesOf(account?.debit ?? '0.00', account?.credit ?? '0.00')
    return sides(was) === sides(is)
      ? []
      : [`${code} ${(is ?? was)?.account_name ?? ''}: ${sides(was)}, now ${sides(is)}`]
  })
  const isSame = then.trades.sha256 === now.trades.sha256 && then.lines.sha256 === now.lines.sha256
  const others =
    isSame || sums.length + accounts.length > 0
      ? []
      : ['Single trades or ledger lines differ; their sums are the same']
  return [...sums, ...accounts, ...others]
}

/** The differences of the facts that the hash covers, at most twenty. */
export function differencesOf(then: ApprovalFacts, now: ApprovalFacts): string[] {
  const checks = now.checks.flatMap(({ limit, state }, at) => {
    const was = then.checks[at]
    return was?.limit === limit && was.state === state
      ? []
      : [`Limit ${limit}: ${was?.state ?? 'not asked'}, now ${state}`]
  })
  const acts =
    then.whole !== undefined && now.whole !== undefined
      ? ofWhole(then.whole, now.whole)
      : [...ofTrades(then.trades, now.trades), ...ofLines(then, now)]
  return [...acts, ...checks, ...ofFile(then, now)].slice(0, MOST)
}
