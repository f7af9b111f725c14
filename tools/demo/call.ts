/** How the demo calls the product: through its own HTTP routes, signed in as the demo user, in the one transaction of the load. */
import type { buildServer } from '../../apps/server/src/app.ts'
import { actorOf } from '../../apps/server/src/features/identity/accounts/actor.queries.ts'
import { runOutside } from '../../apps/server/src/platform/database/inside.ts'
import { DEMO_USER } from './book.ts'

/** Calls a path below /api and answers the body; throws when it is refused. */
export type Call = <Answer = { id: number }>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
) => Promise<Answer>
/** The same for what makes a record. */
export type Post = (path: string, body: object) => Promise<{ id: number }>

/** Signs the demo user up and answers how to call as that user. */
export async function signedIn({
  app,
  database,
  writes,
}: Awaited<ReturnType<typeof buildServer>>): Promise<Call> {
  let [token, person] = ['', 0]
  const jobs = [...writes.values()].filter(({ route }) => route.runs === 'job')
  const call: Call = async <Answer>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: object,
  ): Promise<Answer> => {
    for (const job of jobs) {
      const params = job.route.method === method ? paramsOf(job.route.path, path) : null
      if (params === null) continue
      // There are no other users yet, and a worker would not see what this transaction has not committed.
      const done = await runOutside(async () =>
        job.run(await actorOf(database, person), { params, body }, {}),
      )
      return done.answer as Answer
    }
    // As a person's own request, which may derive a password; all of them share the one transaction of the load.
    const answer = await runOutside(
      async () =>
        await app.inject({
          method,
          url: `/api${path}`,
          headers: {
            ...(body && { 'content-type': 'application/json' }),
            ...(token && { authorization: `Bearer ${token}` }),
          },
          ...(body && { payload: JSON.stringify(body) }),
        }),
    )
    if (answer.statusCode !== 200 && answer.statusCode !== 201) {
      throw new Error(`The demo's ${method} ${path} was refused: ${answer.body}`)
    }
    return answer.json()
  }
  const entered = await call<{ token: string; user: { id: number } }>('POST', '/auth/signup', DEMO_USER)
  token = entered.token
  person = entered.user.id
  return call
}

/** The parameters of a route in a path; null where it is no path of that route. */
function paramsOf(route: string, path: string): Record<string, string> | null {
  const [names, parts] = [route.split('/'), path.split('/')]
  if (names.length !== parts.length) return null
  const params: Record<string, string> = {}
  for (const [at, name] of names.entries()) {
    const part = parts[at] ?? ''
    if (name.startsWith(':')) params[name.slice(1)] = decodeURIComponent(part)
    else if (name !== part) return null
  }
  return params
}
