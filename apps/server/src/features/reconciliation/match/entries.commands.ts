/** Entries that a reconciliation shows to be missing: posted like any person's entry, then matched. */
import { dayInWords } from '@em/core/values/date-texts'
import { statement, type Transaction } from '../../../platform/database/database.ts'
import type { RecordedBy } from '../../../platform/recorded-by.ts'
import { Refusal, refuseField } from '../../../platform/refusal.ts'
import { postManualEntry } from '../../journal/entry/entries.commands.ts'
import { portfolioOrAll } from '../../portfolios/portfolios.queries.ts'
import type { LineKey } from '../lines/lines.queries.ts'
import type { OpenLinesSource, Reconciliation } from '../lines/reconciliations.queries.ts'

/** The fields of the entry that a person gives; null: as the default has it. */
export interface EntryWanted {
  readonly accountCode: string
  readonly description: string | null
  readonly reference: string | null
  readonly date: string | null
  readonly portfolio: string | null
  readonly portfolioId: string | null
  readonly settlementAccount: number | null
  readonly transaction_type: 'Manual' | null
}
export interface EntryDefaults {
  readonly date: string
  readonly description: string
  readonly reference: string | null
  /** On the reconciled account, in cents: above zero is a debit. */
  readonly net: bigint
}

const DATED = statement(
  'reconciliation.entry-date',
  'SELECT entry_date FROM journal_entries WHERE id = :entryId',
)

/**
 * Posts the reconciled account's side and the other account's against it; answers the entry and the key of its line on
 * the reconciled account.
 * @throws Refusal `reconciliation.entry-outside` (422) for a date that this reconciliation does not cover, also when the
 *   entry was moved out of a locked period; what a journal entry is refused for.
 */
export async function postMissing(
  tx: Transaction,
  one: Reconciliation,
  source: OpenLinesSource,
  wanted: EntryWanted,
  defaults: EntryDefaults,
  by: RecordedBy,
): Promise<{ entryId: number; line: LineKey }> {
  const carried = defaults.date < source.from ? source.from : defaults.date
  const date = wanted.date ?? carried
  refuseOutside(source, date)
  const portfolio = await portfolioOf(tx, one, wanted)
  const settlementAccount = one.settlementAccountId === 0 ? wanted.settlementAccount : one.settlementAccountId
  if (wanted.settlementAccount !== null && wanted.settlementAccount !== settlementAccount) {
    throw refuseField('record.fixed', 'settlementAccount', { field: 'The settlement account' })
  }
  const description = wanted.description ?? defaults.description
  const [debit, credit] = defaults.net > 0n ? [defaults.net, null] : [null, -defaults.net]
  const line = { description, portfolioId: portfolio, settlementAccount: null, clears: null }
  const entryId = await postManualEntry(
    tx,
    {
      date,
      description,
      reference: wanted.reference ?? defaults.reference,
      transaction_type: wanted.transaction_type,
      lines: [
        { ...line, account_code: one.accountCode, debit, credit, settlementAccount },
        { ...line, account_code: wanted.accountCode, debit: credit, credit: debit },
      ],
    },
    by,
  ).catch(nameFields)
  const [posted] = await tx.query(DATED, { entryId })
  refuseOutside(source, posted?.entry_date ?? date)
  return { entryId, line: { entry_id: entryId, line_no: 1 } }
}

/** The journal names its lines; here the second one is what the person chose. */
function nameFields(error: unknown): never {
  if (!(error instanceof Refusal)) throw error
  const details = error.details.map(({ field, message }) => ({
    field: field === 'lines.1.account_code' ? 'accountCode' : field,
    message,
  }))
  throw new Refusal(error.code, error.facts, details)
}

function refuseOutside(source: OpenLinesSource, date: string): void {
  if (date >= source.from && date <= source.until) return
  throw refuseField('reconciliation.entry-outside', 'date', {
    date: dayInWords(date),
    start: dayInWords(source.from),
    end: dayInWords(source.until),
  })
}

/** The code of the portfolio: the reconciliation's own where it is of one. */
async function portfolioOf(
  tx: Transaction,
  one: Reconciliation,
  wanted: EntryWanted,
): Promise<string | null> {
  const named = await portfolioOrAll(tx, wanted)
  if (one.portfolioId === 0) return named?.portfolioId ?? null
  if (named !== null && named.id !== one.portfolioId) {
    throw new Refusal('portfolio.mismatch', { name: named.portfolioName, id: one.portfolioCode ?? '' })
  }
  return one.portfolioCode
}
