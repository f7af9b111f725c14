/** Equity Master: its table, and what may use an equity. */

import { equities } from '@em/contract/equities/equities'
import type { Values } from '@em/contract/kit/register'
import { statement, type Transaction } from '../../platform/database/database.ts'
import type { Slots, StoredRecord } from '../../registers/slots.ts'
import { tableOf } from '../../registers/table.ts'
import { refuseTakenPrices } from '../prices/prices-at/locked-days.commands.ts'

const BY_SYMBOL = statement(
  'equities.by-symbol',
  'SELECT issuer_of(:symbol) AS issuer!, votes_of(:symbol) AS votes!',
)

/** Issuer and votes that follow from the symbol are not stored, so that they follow another symbol too: a form sends back what it showed. */
async function withoutDefaults(
  tx: Transaction,
  { issuer, votesPerShare, ...values }: Values,
  before: StoredRecord | null,
): Promise<Values> {
  if (issuer === undefined && votesPerShare === undefined) return values
  const symbol = String(values['symbol'] ?? before?.['symbol'])
  const [bySymbol] = await tx.query(BY_SYMBOL, { symbol })
  const stored = (name: string, value: Values[string] | undefined, byDefault: unknown): Values => {
    if (value === undefined || (value !== null && String(value) === String(before?.[name]))) return {}
    return { [name]: String(value) === String(byDefault) ? null : value }
  }
  return {
    ...values,
    ...stored('issuer', issuer, bySymbol?.issuer),
    ...stored('votesPerShare', votesPerShare, bySymbol?.votes),
  }
}

const slots: Slots = {
  expressions: {
    formerly: 'formerly(r.id)',
    issuer: 'coalesce(r.issuer, issuer_of(r.symbol))',
    votesPerShare: 'coalesce(r.votes_per_share, votes_of(r.symbol))',
  },
  beforeWrite: async (tx, values, before, by) => {
    const symbol = values['symbol']
    const isNew =
      typeof symbol === 'string' && symbol.toUpperCase() !== String(before?.['symbol']).toUpperCase()
    if (before !== null && isNew) await refuseTakenPrices(tx, { equityId: Number(before.id), symbol }, by)
    return withoutDefaults(tx, values, before)
  },
  uses: [
    {
      one: 'buy',
      many: 'buys',
      count: `SELECT count(*) FROM trades WHERE equity_id = $1 AND side = 'buy' AND NOT is_deleted`,
    },
    {
      one: 'sell',
      many: 'sells',
      count: `SELECT count(*) FROM trades WHERE equity_id = $1 AND side = 'sell' AND NOT is_deleted`,
    },
    {
      one: 'opening lot',
      many: 'opening lots',
      count: `SELECT count(*) FROM trades WHERE equity_id = $1 AND side = 'opening' AND NOT is_deleted`,
    },
    {
      one: 'deleted trade',
      many: 'deleted trades',
      count: 'SELECT count(*) FROM trades WHERE equity_id = $1 AND is_deleted',
    },
    {
      one: 'ledger line',
      many: 'ledger lines',
      count: 'SELECT count(*) FROM journal_lines WHERE equity_id = $1',
    },
    { one: 'daily price', many: 'daily prices', count: 'SELECT count(*) FROM prices WHERE equity_id = $1' },
  ],
}

export const equitiesTable = tableOf(equities, slots)
