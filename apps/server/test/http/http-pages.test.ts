import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { allRoutes } from '@em/contract/registry'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { docsPage } from '../../src/features/system/docs-page.ts'
import { escapeHtml } from '../../src/features/system/page.ts'
import { webRoutes } from '../../src/features/system/web.routes.ts'
import { buildHttp } from '../../src/platform/http/app.ts'
import { type Api, startApi } from '../support/api.ts'

let api: Api
beforeAll(async () => {
  api = await startApi()
})

interface Operation {
  operationId: string
  security?: unknown[]
  parameters: { name: string; in: string; required: boolean }[]
  requestBody?: { content: Record<string, { schema: { required?: string[] } }> }
  responses: Record<string, { content: Record<string, { schema: object }> }>
}
interface OpenApi {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object> }
}

describe('the interface describes itself', () => {
  let document: OpenApi
  beforeAll(async () => {
    document = (await api.call<OpenApi>('GET /openapi.json', { token: null })).body
  })
  const operation = (method: string, path: string) => document.paths[path]?.[method]

  test('with every route, once', () => {
    expect(document.openapi).toBe('3.1.0')
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(described.toSorted()).toEqual(
      allRoutes.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`).toSorted(),
    )
  })

  test('with parameters, body, answer and refusals', () => {
    const update = operation('put', '/equities/{id}')
    expect(update?.parameters).toContainEqual(
      expect.objectContaining({ name: 'id', in: 'path', required: true }),
    )
    const list = operation('get', '/equities')
    expect(list?.parameters).toContainEqual(
      expect.objectContaining({ name: 'limit', in: 'query', required: false }),
    )
    const create = operation('post', '/equities')
    expect(create?.requestBody?.content['application/json']?.schema.required).toEqual(['name', 'symbol'])
    expect(create?.responses['201']?.content['application/json']?.schema).toMatchObject({ type: 'object' })
    expect(create?.responses['409']?.content['application/json']?.schema).toEqual({
      $ref: '#/components/schemas/Error',
    })
    expect(document.components.schemas).toHaveProperty('Error')
  })

  test('with the token where one is needed and the key where one is taken', () => {
    expect(operation('post', '/auth/login')?.security).toEqual([])
    expect(operation('get', '/equities')?.security).toBeUndefined()
    const keyed = Object.values(document.paths)
      .flatMap((methods) => Object.entries(methods))
      .filter(([, { parameters }]) => parameters.some(({ name }) => name === 'Idempotency-Key'))
    expect(new Set(keyed.map(([method]) => method))).toEqual(new Set(['post']))
    expect(keyed.map(([, { operationId }]) => operationId)).toContain('trades.save-buy')
  })

  test('and on a page that needs nothing from elsewhere', async () => {
    const answer = await api.call<string>('GET /docs', { token: null })
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    for (const { method, path, summary } of allRoutes) {
      expect(answer.body).toContain(
        `<span class="method">${method}</span> <code>${escapeHtml(`/api${path}`)}</code>`,
      )
      expect(answer.body).toContain(escapeHtml(summary))
    }
    expect(answer.body).not.toMatch(/<script|<link|src=|@import|url\(|https?:/)
    expect(answer.body).toContain('prefers-color-scheme:dark')
    expect(docsPage()).toBe(answer.body)
  })

  test('text on our pages cannot become a tag', () => {
    expect(escapeHtml(`<b a="1" c='2'>&`)).toBe('&#60;b a=&#34;1&#34; c=&#39;2&#39;&#62;&#38;')
  })
})

describe('the built web', () => {
  let folder: string
  let app: FastifyInstance
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'em-web-'))
    await mkdir(join(folder, 'assets'))
    await writeFile(join(folder, 'index.html'), '<!doctype html><title>Equity Manager</title>')
    await writeFile(join(folder, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
    await writeFile(join(folder, '.built-from'), 'a secret')
    await writeFile(
      join(folder, 'assets', 'main-abc123.js'),
      `export default ${JSON.stringify('x'.repeat(5000))}`,
    )
    app = await buildHttp({ logLevel: 'silent', trustProxy: false })
    await webRoutes(app, folder)
    await app.ready()
  })
  afterAll(async () => {
    await app.close()
    await rm(folder, { recursive: true })
  })

  test.each([['/'], ['/login'], ['/login/'], ['/?x=1'], ['/index.html']])(
    '%s is the page, asked for anew each time',
    async (url) => {
      const answer = await app.inject({ url })
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
      expect(answer.body).toContain('Equity Manager')
      expect(answer.headers['cache-control']).toBe('no-cache')
      expect(answer.headers['content-security-policy']).toContain("default-src 'self'")
    },
  )

  test('hashed files are kept for a year and compressed, others are asked for anew', async () => {
    const script = await app.inject({ url: '/assets/main-abc123.js', headers: { 'accept-encoding': 'br' } })
    expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(script.headers['content-type']).toMatch(/javascript/)
    expect(script.headers['content-encoding']).toBe('br')
    const icon = await app.inject({ url: '/icon.svg' })
    expect([icon.statusCode, icon.headers['cache-control']]).toEqual([200, 'no-cache'])
    const same = await app.inject({
      url: '/icon.svg',
      headers: { 'if-none-match': String(icon.headers.etag) },
    })
    expect(same.statusCode).toBe(304)
  })

  test.each([
    ['/nothing'],
    ['/assets/'],
    ['/assets/gone.js'],
    ['/.built-from'],
    ['/assets/../.built-from'],
    ['/%2e%2e/package.json'],
    ['/..%2f..%2fpackage.json'],
    ['/api/nothing'],
    ['/api'],
    ['//etc/passwd'],
  ])('%s is not there, and that is not remembered', async (url) => {
    const answer = await app.inject({ url })
    expect([403, 404]).toContain(answer.statusCode)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.body).not.toContain('secret')
  })

  test('where it has not been built the page says so', async () => {
    const bare = fastify()
    await webRoutes(bare, join(folder, 'nowhere'))
    const answer = await bare.inject({ url: '/' })
    expect(answer.statusCode).toBe(503)
    expect(answer.body).toContain('npm start')
    await bare.close()
  })
})
