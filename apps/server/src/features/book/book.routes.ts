import { book } from '@em/contract/book/book'
import type { Server } from '../../platform/http/serve.ts'
import { serveJob } from '../../platform/http/serve-job.ts'
import { exportBook } from './export/export-book.ts'

/** Taking the whole book along. */
export function bookRoutes(server: Server): void {
  serveJob(server, book.export, (tx, input) => exportBook(server, tx, input))
}
