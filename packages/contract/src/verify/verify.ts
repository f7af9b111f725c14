import { z } from 'zod'
import { jobLine } from '../jobs/jobs.ts'
import { route } from '../kit/route.ts'

/**
 * The books recomputed from their facts and compared: lots, positions, postings, settlements, balances, sign-offs. It reads one
 * moment of the books and changes nothing, so that it needs a right to read; it reads all portfolios.
 */

/** So many differences are listed; a broken database may differ everywhere. */
export const DIFFERENCES_LISTED = 1_000
/** A figure that is longer, such as a list of many lots, is cut. */
export const FIGURE_MAX = 500

const difference = z.object({
  /** The check that found it. */
  check: z.string(),
  /** Where: portfolio, symbol, deal number, account, date. */
  place: z.string(),
  /** Which figure or row. */
  what: z.string(),
  stored: z.string(),
  expected: z.string(),
})
export type BooksDifference = z.output<typeof difference>

/** Findings that agree with the facts but that a person should check. */
const findingToCheck = z.object({ place: z.string(), what: z.string() })
export type BooksToCheck = z.output<typeof findingToCheck>

const booksReport = z.object({
  /** The moment of the books that was checked. */
  at: z.string(),
  /** The things checked, as plurals, and how many of each. */
  checked: z.array(z.object({ name: z.string(), count: z.number() })),
  /** All that were found, also those not listed. */
  found: z.number(),
  /** At most 200 of a check and 1,000 in all. */
  differences: z.array(difference),
  /** No differences: approvals by people whom the maker let in. At most 200 of a check. */
  toLookAt: z.array(findingToCheck),
})
export type BooksReport = z.output<typeof booksReport>

const base = { tag: 'Verify', needs: 'books.verify', scope: 'all' } as const
export const verify = {
  check: route({
    ...base,
    name: 'verify.check',
    load: 'report',
    runs: 'job',
    onlyReads: true,
    method: 'POST',
    path: '/verify',
    summary: 'Recompute the books from their facts and answer what differs; saves go on meanwhile',
    reply: booksReport,
  }),
  latest: route({
    ...base,
    name: 'verify.latest',
    method: 'GET',
    path: '/verify',
    summary: 'The last check of the books, whoever asked for it, and the one at work',
    reply: z.object({
      /** Null while none is kept: results are kept for 30 days. */
      last: z.object({ by: z.string().nullable(), endedAt: z.string(), report: booksReport }).nullable(),
      working: jobLine.nullable(),
    }),
  }),
}
