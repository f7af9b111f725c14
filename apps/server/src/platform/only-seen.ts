/** A write that names what its sender may see but not change: as he sees it, the refusal says why he may not. */
import type { Portfolios, SignedIn } from './authorize.ts'
import type { Database, Transaction } from './database/database.ts'
import { inScope } from './database/scope.ts'
import { Refusal } from './refusal.ts'

/** Ends a trial, whatever came of it. */
class Tried extends Error {}

const more = (see: Portfolios, change: Portfolios) =>
  change !== 'all' && (see === 'all' || see.length > change.length)

const isMissing = (error: unknown) =>
  error instanceof Refusal && (error.code === 'record.missing' || error.code === 'rights.outside')

/**
 * What a write is refused with. One that did not find what it names is tried once more with what the person may see, and
 * nothing of it is kept: where that finds it, the refusal is `rights.only-seen` in place of the one given.
 */
export async function refusalFor(
  refused: unknown,
  database: Database,
  actor: Partial<Pick<SignedIn, 'portfolios'>> & Pick<SignedIn, 'id'>,
  command: (tx: Transaction) => Promise<unknown>,
): Promise<unknown> {
  if (!isMissing(refused) || actor.portfolios === undefined) return refused
  const { see, change } = actor.portfolios
  if (!more(see, change)) return refused
  const trial = () =>
    database.transaction(async (tx) => {
      await command(tx)
      throw new Tried()
    }, 'only seen')
  const outcome = await inScope(see, actor.id, trial).catch((error: unknown) => error)
  return isMissing(outcome) ? refused : new Refusal('rights.only-seen')
}
