import { z } from 'zod'
import { exportFile, exportPreview } from '../exports/exports.ts'
import { route } from '../kit/route.ts'

/** The whole book as one file, in a format that other programs and people read (docs/book-format.md). */
export const book = {
  export: route({
    name: 'book.export',
    needs: 'books.export',
    scope: 'all',
    load: 'export',
    runs: 'job',
    onlyReads: true,
    method: 'POST',
    path: '/book/exports',
    status: 201,
    tag: 'Books',
    summary:
      'Make a .zip file of the whole book, every section as JSON and as CSV, that loads into an empty installation; GET /exports/{id}/file downloads it',
    query: z.object({ dryRun: z.enum(['0', '1', 'true', 'false']).optional() }),
    body: z.object({}).optional(),
    reply: z.union([exportFile, exportPreview]),
  }),
}
