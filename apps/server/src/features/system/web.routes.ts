/** The built web: one page, its hashed files kept by browsers for a year, everything else asked for anew. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { page } from './page.ts'

const built = fileURLToPath(new URL('../../../../web/dist', import.meta.url))

const NOT_BUILT = page(
  'Equity Manager',
  `<h1>The web application has not been built yet</h1>
<p>Stop the server and run <code>npm start</code>: it builds the web application and starts again. The interface for programs works
already: <a href="/api/docs">/api/docs</a>.</p>`,
)

/** Serves the files of `folder`, `apps/web/dist` when left out. */
export async function webRoutes(app: FastifyInstance, folder: string = built): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    suppressWarning: true,
    dotfiles: 'ignore',
    cacheControl: false,
  })

  const sendPage = (reply: FastifyReply) => {
    void reply.header('Cache-Control', 'no-cache')
    // Looked up each time: a build may come or be replaced while the server runs.
    if (existsSync(join(folder, 'index.html'))) return reply.sendFile('index.html')
    return reply.code(503).type('text/html; charset=utf-8').send(NOT_BUILT)
  }
  // The tab is in the hash, so these two are the only addresses of the page.
  app.get('/', (_, reply) => sendPage(reply))
  app.get('/login', (_, reply) => sendPage(reply))
  app.get<{ Params: { '*': string } }>('/*', (request, reply) => {
    const path = request.params['*']
    if (path.startsWith('api/')) return reply.callNotFound()
    const forever = path.startsWith('assets/')
    void reply.header('Cache-Control', forever ? 'public, max-age=31536000, immutable' : 'no-cache')
    return reply.sendFile(path)
  })
}
