import type { FastifyInstance } from 'fastify'

/** The description of the interface, for machines and for people. Made when first asked for. */
export function docsRoutes(app: FastifyInstance): void {
  app.get('/api/openapi.json', async (_, reply) => {
    const { openApiText } = await import('./openapi.ts')
    return reply
      .header('Cache-Control', 'no-cache')
      .type('application/json; charset=utf-8')
      .send(openApiText())
  })
  app.get('/api/docs', async (_, reply) => {
    const { docsPage } = await import('./docs-page.ts')
    return reply.header('Cache-Control', 'no-cache').type('text/html; charset=utf-8').send(docsPage())
  })
}
