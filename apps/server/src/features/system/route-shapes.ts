/** The contract's routes as JSON Schema, from the same zod schemas that check every request. */
import type { Route } from '@em/contract/kit/route'
import { allRoutes } from '@em/contract/registry'
import { z } from 'zod'

/** JSON Schema, as far as it is read here. */
export interface Shape {
  type?: string | string[]
  properties?: Record<string, Shape>
  required?: string[]
  items?: Shape
  anyOf?: Shape[]
  /** Forms of which a field says which one applies. */
  oneOf?: Shape[]
  enum?: unknown[]
  const?: unknown
  [keyword: string]: unknown
}

export interface RouteShape {
  readonly route: Route
  readonly params: Shape
  readonly query: Shape
  /** Undefined where the route takes no body. */
  readonly body: Shape | undefined
  readonly reply: Shape
}

const isNothing = (shape: Shape) => Object.keys(shape).length === 0

const acceptsNull = (shape: Shape): boolean =>
  shape.type === 'null' ||
  (Array.isArray(shape.type) && shape.type.includes('null')) ||
  (shape.anyOf ?? []).some(acceptsNull)

function shapeOf(schema: z.ZodType, io: 'input' | 'output'): Shape {
  const { $schema: _, ...shape } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Shape
  return shape
}

/**
 * What a request must hold. The generated list names fields that take their default in a preprocessing step,
 * so the schema itself is asked: required is what it misses in an empty object.
 */
function requestShape(schema: z.ZodType): Shape {
  const shape = shapeOf(schema, 'input')
  const missing = new Set(schema.safeParse({}).error?.issues.map((issue) => String(issue.path[0])) ?? [])
  relax(shape, (name) => missing.has(name))
  return shape
}

function relax(shape: Shape, isMissed: (name: string) => boolean): void {
  const { properties = {}, required } = shape
  if (required) shape.required = required.filter(isMissed)
  if (shape.required?.length === 0) delete shape.required
  for (const inner of [
    ...Object.values(properties),
    ...(shape.items ? [shape.items] : []),
    ...(shape.anyOf ?? []),
    ...(shape.oneOf ?? []),
  ]) {
    relax(inner, (name) => !acceptsNull(inner.properties?.[name] ?? {}))
  }
}

/** Every route with its shapes, in the contract's order. */
export function routeShapes(): RouteShape[] {
  return allRoutes.map((route) => {
    const body = requestShape(route.body)
    return {
      route,
      params: requestShape(route.params),
      query: requestShape(route.query),
      body: isNothing(body) ? undefined : body,
      reply: shapeOf(route.reply, 'output'),
    }
  })
}
