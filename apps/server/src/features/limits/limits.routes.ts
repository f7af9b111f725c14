import { limits } from '@em/contract/limits/limits'
import { readForTheBooks } from '../../platform/database/scope.ts'
import { type Server, serve, serveWrite } from '../../platform/http/serve.ts'
import { portfolioOrAll } from '../portfolios/portfolios.queries.ts'
import { noteBreach, overrideBreach } from './breaches.commands.ts'
import { listBreaches } from './breaches.queries.ts'
import { checksOf } from './checks.queries.ts'
import { listIssued } from './issued-shares.queries.ts'
import { addIssuedShares, changeLimit, createLimit } from './limits.commands.ts'
import { findLimit, listLimits } from './register.queries.ts'
import { limitsReport } from './report.queries.ts'
import { RULE_SETS } from './rule-sets.ts'
import { seenLimit, sees, seesReasons } from './seen.ts'
import { utilisationOn } from './utilisation.queries.ts'
import { actsOfWhatIf } from './what-if-acts.queries.ts'

/** Limits: the register, how far they are used, what acts would do to them, breaches. */
export function limitsRoutes(server: Server): void {
  const { database, clock } = server
  // Everything is computed for the books, and then cut to what the person may see.
  const books = <T>(work: () => Promise<T>): Promise<T> => readForTheBooks(database, work)
  const portfolioId = async (portfolio: string | undefined) =>
    (await portfolioOrAll(database, { portfolio }))?.id ?? null

  serve(server, limits.list, ({ query, user }) =>
    books(() =>
      listLimits(database, {
        day: query.asOf ?? clock.today(),
        kinds: query.kind,
        sees: sees(user),
        reasons: seesReasons(user),
        shows: (one) => seenLimit(one, user.portfolios.see) !== 'nothing',
      }),
    ),
  )
  serve(server, limits.one, ({ params, user }) =>
    books(() =>
      findLimit(database, params.code, {
        day: clock.today(),
        sees: sees(user),
        reasons: seesReasons(user),
        shows: (one) => seenLimit(one, user.portfolios.see) !== 'nothing',
      }),
    ),
  )
  serve(server, limits.utilisation, async ({ query, user }) => {
    const day = query.asOf ?? clock.today()
    const of = await portfolioId(query.portfolio)
    const { symbol, code, kind: kinds } = query
    const asked = {
      day,
      today: clock.today(),
      see: user.portfolios.see,
      kinds,
      portfolioId: of,
      symbol,
      code,
    }
    return { asOf: day, ...(await books(() => utilisationOn(database, asked))) }
  })
  serve(server, limits.whatIf, async ({ body, user }) => {
    const today = clock.today()
    const acts = await actsOfWhatIf(database, body.acts, today)
    return books(() => checksOf(database, { acts, today, see: user.portfolios.see }))
  })
  serve(server, limits.breaches, async ({ query, user }) => {
    const of = await portfolioId(query.portfolio)
    const { state: states, kind: kinds, symbol } = query
    const asked = { today: clock.today(), see: user.portfolios.see, states, kinds, portfolioId: of, symbol }
    return books(() => listBreaches(database, asked))
  })
  serve(server, limits.report, async ({ query: { from, to, portfolio, kind: kinds }, user }) => {
    const of = await portfolioOrAll(database, { portfolio })
    return books(() =>
      limitsReport(database, {
        from,
        to,
        portfolio: of,
        today: clock.today(),
        see: user.portfolios.see,
        kinds,
        reasons: seesReasons(user),
        now: clock.now(),
      }),
    )
  })
  serve(server, limits.ruleSets, async () => [...RULE_SETS])
  serve(server, limits.issued, ({ query }) =>
    listIssued(database, { today: clock.today(), symbol: query.symbol }),
  )
  const now = (user: Parameters<typeof createLimit>[2]['user']) => ({ today: clock.today(), user })
  serveWrite(server, limits.create, (tx, input) => createLimit(tx, input, now(input.user)))
  serveWrite(server, limits.change, (tx, input) => changeLimit(tx, input, now(input.user)))
  serveWrite(server, limits.addIssued, (tx, input) => addIssuedShares(tx, input, now(input.user)))
  serveWrite(server, limits.note, (tx, input) => noteBreach(tx, input, now(input.user)))
  serveWrite(server, limits.override, (tx, input) => overrideBreach(tx, input, now(input.user)))
}
