/** Warnings about a journal entry: possible mistakes that do not refuse it. */
import type { PlainDate } from '../values/dates.ts'

export interface LineToCheck {
  readonly accountCode: string
  /** The account holds cash. */
  readonly isCash: boolean
  readonly hasSettlementAccount: boolean
  /** Null: the line names none. */
  readonly portfolio: {
    readonly name: string
    /** The first day of its books; null where nothing was taken over. */
    readonly openingDate: PlainDate | null
  } | null
}

export type EntryWarning =
  /** Cash that belongs to no bank account: no reconciliation of one will find it. */
  | { readonly code: 'no-settlement-account'; readonly account: string }
  /** Dated before the books of a portfolio begin: its opening balances should hold it. */
  | { readonly code: 'before-opening'; readonly portfolio: string; readonly openingDate: PlainDate }

/** The warnings of an entry of a day, each once, in the order of the lines. */
export function entryWarnings(date: PlainDate, lines: readonly LineToCheck[]): EntryWarning[] {
  const found = lines.flatMap(({ accountCode, isCash, hasSettlementAccount, portfolio }): EntryWarning[] => [
    ...(isCash && !hasSettlementAccount
      ? [{ code: 'no-settlement-account', account: accountCode } as const]
      : []),
    ...(portfolio?.openingDate && date < portfolio.openingDate
      ? [
          {
            code: 'before-opening',
            portfolio: portfolio.name,
            openingDate: portfolio.openingDate,
          } as const,
        ]
      : []),
  ])
  const seen = new Map(found.map((warning) => [JSON.stringify(warning), warning]))
  return [...seen.values()]
}
