/** Equity Master: its table, and what may use an equity. */

import type { Values } from '@em/contract/kit/register'
import { equities } from '@em/contract/registers/equities'
import type { Slots, StoredRecord } from '../../registers/slots.ts'
import { tableOf } from '../../registers/table.ts'
import { refuseTakenPrices } from '../market/prices-at/locked-days.commands.ts'

const DERIVED: readonly string[] = equities.fields
  .filter((field) => 'derived' in field)
  .map(({ name }) => name)

/** What follows from the symbol is not stored, so that it follows another symbol too: a form sends it back as it was shown. */
function withoutDefaults(values: Values, before: StoredRecord | null): Values {
  const isKept = (name: string) => before !== null && String(values[name]) === String(before[name])
  const shown = new Set(DERIVED.filter((name) => values[name] != null && isKept(name)))
  return Object.fromEntries(Object.entries(values).filter(([name]) => !shown.has(name)))
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
    return withoutDefaults(values, before)
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
