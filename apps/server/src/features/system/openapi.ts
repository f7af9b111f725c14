/** The HTTP surface as an OpenAPI 3.1 document, made from the contract. */
import { approvalAccepted, canWait } from '@em/contract/approvals/approvals'
import { isRight } from '@em/contract/identity/rights'
import { jobAccepted } from '@em/contract/jobs/jobs'
import { apiError, refusals } from '@em/contract/kit/errors'
import type { Route } from '@em/contract/kit/route'
import { z } from 'zod'
import { VERSION } from './health.routes.ts'
import { type RouteShape, routeShapes, type Shape } from './route-shapes.ts'

const ERROR = { $ref: '#/components/schemas/Error' }

const ANSWERS: Record<number, string> = {
  400: 'The request does not have the expected form; `details` names the fields',
  401: 'No valid token',
  403: 'Without the right that `x-needs` names, without all portfolios where `x-scope` is all, or not allowed on this installation',
  404: 'Not found',
  409: 'Conflict: a duplicate, a stale edit, a record in use, or the same key still at work',
  413: 'Larger than the limit',
  415: 'Not JSON',
  422: 'Refused by a rule of the books',
  429: 'Too many attempts, or too many requests of one person at a time; see Retry-After',
  503: 'Not available at the moment; nothing was saved',
}

/** The refusals that a route can give, by what it is. */
function errorStatuses(route: Route): number[] {
  const write = route.method !== 'GET'
  const signIn = route.needs === 'public' && write
  const statuses = [400, 503]
  if (route.needs !== 'public' || route.path === '/auth/login') statuses.push(401)
  if (route.path.includes(':')) statuses.push(404)
  if (write) statuses.push(409, 413, 415, 422)
  if (isRight(route.needs) || (write && !signIn)) statuses.push(403)
  if (route.path === '/auth/signup' || route.path === '/auth/login') statuses.push(403)
  if (signIn || route.path === '/auth/password' || route.load !== 'write') statuses.push(429)
  return statuses.toSorted((a, b) => a - b)
}

function parameters({ route, params, query }: RouteShape): object[] {
  const listed = (shape: Shape, part: 'path' | 'query') =>
    Object.entries(shape.properties ?? {}).map(([name, schema]) => ({
      name,
      in: part,
      required: part === 'path' || (shape.required?.includes(name) ?? false),
      schema,
    }))
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'The same key with the same body is carried out once and answers the same again',
    schema: { type: 'string', minLength: 1, maxLength: 200 },
  }
  const withKey = route.method === 'POST' && route.needs !== 'public'
  return [...listed(params, 'path'), ...listed(query, 'query'), ...(withKey ? [key] : [])]
}

const schemaNamed = (name: string) => ({ $ref: `#/components/schemas/${name}` })

/** The other answers that a call may give in place of its reply: never both at once. */
function laterAnswers(route: RouteShape['route']): { says: string; schema: object }[] {
  return [
    ...(route.runs === 'job'
      ? [
          {
            says: 'The work goes on: watch the job (GET /jobs/{id}), whose `result` is what is answered here',
            schema: schemaNamed('JobAccepted'),
          },
        ]
      : []),
    ...(canWait(route)
      ? [
          {
            says: 'An approval rule asks for another person: nothing is done until then (GET /approvals/{id})',
            schema: schemaNamed('ApprovalAccepted'),
          },
        ]
      : []),
  ]
}

function operation(shape: RouteShape): object {
  const { route, body, reply } = shape
  const answers: Record<string, object> = {
    [route.status]: { description: 'As asked', content: { 'application/json': { schema: reply } } },
  }
  const ofReply = (status: number, description: string) => {
    answers[status] = { description, content: { 'application/json': { schema: reply } } }
  }
  if (route.dryRunStatus !== null && route.dryRunStatus !== route.status)
    ofReply(
      route.dryRunStatus,
      `With \`?dryRun=1\`: what would be done, and nothing is saved${route.alsoStatus?.includes(200) === true ? '; or it was there already' : ''}`,
    )
  for (const status of errorStatuses(route)) {
    answers[status] = {
      description: ANSWERS[status] ?? '',
      content: { 'application/json': { schema: ERROR } },
    }
  }
  const later = laterAnswers(route)
  if (later.length > 0) {
    answers[202] = {
      description: later.map(({ says }) => says).join('; or: '),
      content: {
        'application/json': {
          schema: later.length === 1 ? later[0]?.schema : { oneOf: later.map(({ schema }) => schema) },
        },
      },
    }
  }
  if (route.path === '/auth/signup') {
    ofReply(202, 'The account waits for the administrator: without a token')
  }
  if (route.troubleStatus !== undefined) {
    ofReply(route.troubleStatus, 'The same, with what is wrong')
  }
  return {
    operationId: route.name,
    tags: [route.tag],
    summary: route.summary,
    ...(route.needs === 'public' && { security: [] }),
    'x-needs': route.needs,
    ...(route.orNeeds !== undefined && { 'x-or-needs': route.orNeeds }),
    ...(route.scope !== undefined && { 'x-scope': route.scope }),
    parameters: parameters(shape),
    ...(body && { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
    responses: answers,
  }
}

function build(): object {
  const paths: Record<string, Record<string, object>> = {}
  const shapes = routeShapes()
  for (const shape of shapes) {
    const path = shape.route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [shape.route.method.toLowerCase()]: operation(shape) }
  }
  const { $schema: _, ...errorShape } = z.toJSONSchema(apiError) as Shape
  const { $schema: __, ...acceptedShape } = z.toJSONSchema(jobAccepted) as Shape
  const { $schema: ___, ...waitsShape } = z.toJSONSchema(approvalAccepted) as Shape
  return {
    openapi: '3.1.0',
    info: {
      title: 'Equity Manager',
      version: VERSION,
      description:
        'Portfolios and double-entry books for the Colombo Stock Exchange. Amounts are rupees as JSON numbers; ' +
        'a request may send them as text too. Dates are YYYY-MM-DD in Colombo. ' +
        '`x-needs` names the right of a call: `public` needs no token, `signed-in` the token alone. ' +
        '`?dryRun=1` on a write answers what it would do and saves nothing.',
    },
    servers: [{ url: '/api' }],
    security: [{ bearer: [] }],
    tags: [...new Set(shapes.map(({ route }) => route.tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: {
        JobAccepted: acceptedShape,
        ApprovalAccepted: waitsShape,
        Error: {
          ...errorShape,
          description: `Codes: ${Object.keys(refusals).join(', ')}`,
        },
      },
    },
  }
}

let text: string | undefined

/** The document as JSON text, made at the first call. */
export function openApiText(): string {
  text ??= JSON.stringify(build())
  return text
}
