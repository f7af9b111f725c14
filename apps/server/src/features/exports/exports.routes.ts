import { exportFiles } from '@em/contract/exports'
import { type Server, serveFile } from '../../platform/http/serve.ts'
import { readExport } from './exports.queries.ts'

export function exportsRoutes(server: Server): void {
  // Its parts are read while the file is sent, when the request is no longer at work: the connections are named.
  serveFile(server, exportFiles.file, ({ params, user }) =>
    readExport(server.database.reading('report'), params.id, user),
  )
}
