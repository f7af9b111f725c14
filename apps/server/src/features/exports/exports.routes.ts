import { exportFiles } from '@em/contract/exports/exports'
import { type Server, serveFile } from '../../platform/http/serve.ts'
import { readExport } from './exports.queries.ts'

/** An Accept-Encoding that names gzip, and not to say no to it. */
const TAKES_GZIP = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/

export function exportsRoutes(server: Server): void {
  serveFile(server, exportFiles.file, ({ params, user, request }) => {
    const takesGzip = TAKES_GZIP.test(String(request.headers['accept-encoding'] ?? ''))
    // Its parts are read while the file is sent, when the request has ended already: the connections are named.
    return readExport(server.database.reading('report'), params.id, { user, takesGzip })
  })
}
