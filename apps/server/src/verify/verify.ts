/**
 * Recomputes the books from their facts and compares: nothing that is derived is believed. Reads one snapshot, locks no row
 * and writes nothing, so it may run while people work. In memory are a few thousand trades at a time, and the longest chain whole.
 */
import type { BooksToCheck } from '@em/contract/verify/verify'
import type { Database, Transaction } from '../platform/database/database.ts'
import { compareActions } from './actions.ts'
import { compareChains, rebuildChains } from './chains.ts'
import { compareDailyValues } from './daily-values.ts'
import { compareDocumentMatches } from './document-matches.ts'
import { chainGroups, loadFacts } from './facts.ts'
import { comparePostedHoldings } from './posted-holdings.ts'
import { comparePostings } from './postings.ts'
import type { Question } from './question.ts'
import { bounded, QUESTIONS } from './questions.ts'
import { DIFFERENCES_MAX, type Difference, type Findings, findings, type Report } from './report.ts'
import { compareSettlements } from './settlements.ts'
import { compareValuations } from './valuations.ts'

export type { Difference, Report } from './report.ts'

export interface VerifyOptions {
  /** Only this portfolio (its id); all when left out. */
  readonly portfolioId?: number
  /** Called with the current step and the number of steps. */
  readonly progress?: (done: number, of: number, words: string) => void
}

/** A report with the moment of the books that it is of. */
export type Verified = Report & { readonly at: string }

const upperFirst = (words: string) => words.slice(0, 1).toUpperCase() + words.slice(1)

/** Checks everything and answers what was looked at and what differs. */
export async function verify(database: Database, options: VerifyOptions = {}): Promise<Verified> {
  return database.transaction(async (tx) => {
    await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY')
    await tx.query('SET LOCAL statement_timeout = 0')
    await tx.query("SET LOCAL work_mem = '64MB'")
    const found = findings()
    const { portfolioId = null, progress = () => undefined } = options
    const [moment] = await tx.query<{ at: string }>('SELECT now() AS at')
    const groups = await chainGroups(tx, portfolioId)
    const steps = groups.length + QUESTIONS.length + 5
    let done = 0
    const next = (words: string) => progress(done++, steps, words)
    for (const { chainIds, portfolio } of groups) {
      next(`Positions and postings of ${portfolio}`)
      const facts = await loadFacts(tx, chainIds)
      const rebuilt = rebuildChains(facts, found)
      compareChains(facts, rebuilt, found)
      comparePostings(facts, rebuilt, found)
      compareSettlements(facts, found)
    }
    for (const question of QUESTIONS) {
      next(upperFirst(question.name))
      await put(tx, question, portfolioId, found)
    }
    next('Holdings by posting date')
    await comparePostedHoldings(tx, portfolioId, found)
    next('Corporate actions')
    await compareActions(tx, portfolioId, found)
    next('What valuations rest on')
    await compareValuations(tx, portfolioId, found)
    next('Daily values')
    await compareDailyValues(tx, portfolioId, found)
    next('Matches of documents')
    await compareDocumentMatches(tx, portfolioId, found)
    return { at: (moment as { at: string }).at, ...found.report() }
  })
}

/** The differences alone: empty when the books are as their facts say. */
export async function verifyBooks(
  database: Database,
  options: VerifyOptions = {},
): Promise<readonly Difference[]> {
  return (await verify(database, options)).differences
}

async function put(
  tx: Transaction,
  question: Question,
  portfolioId: number | null,
  found: Findings,
): Promise<void> {
  const [counted] = await tx.query<{ count: number }>(question.counted, [portfolioId])
  found.count(question.name, counted?.count ?? 0)
  const wrong = await tx.query<Omit<Difference, 'check'> & { found: number }>(bounded(question.wrong), [
    portfolioId,
  ])
  for (const { place, what, stored, expected } of wrong) {
    found.add({ check: question.name, place, what, stored, expected })
  }
  found.addUnlisted(question.name, (wrong[0]?.found ?? 0) - wrong.length)
  if (question.toLookAt === undefined) return
  for (const one of await tx.query<BooksToCheck>(`${question.toLookAt} LIMIT ${DIFFERENCES_MAX}`, [
    portfolioId,
  ]))
    found.note(one)
}
