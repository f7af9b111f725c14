import { transactions } from '@em/contract/trades/transactions'
import type { SignedIn } from '../../../platform/authorize.ts'
import { type Server, serve } from '../../../platform/http/serve.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { type PortfolioNamed, portfolioOrAll } from '../../portfolios/portfolios.queries.ts'
import { type BookFilter, findInBook, listBook, sumBook } from './trade-book.queries.ts'

export function tradeBookRoutes(server: Server): void {
  const { database, clock } = server
  const filterOf = async <Query extends PortfolioNamed & { readonly mine?: 'today' | undefined }>(
    query: Query,
    user: SignedIn,
  ): Promise<Omit<Query, keyof PortfolioNamed> & BookFilter> => {
    const { portfolio, portfolioId, ...rest } = query
    return {
      ...rest,
      portfolioId: (await portfolioOrAll(database, { portfolio, portfolioId }))?.id,
      ...(query.mine === 'today' && { recordedTodayBy: user.id }),
    }
  }

  serve(server, transactions.list, async ({ query, reply, user }) => {
    if (query.cursor !== undefined && query.page !== undefined) {
      const message = 'Send a page or a cursor, not both.'
      throw new Refusal('request.invalid', {}, [{ field: 'page', message }])
    }
    const found = await listBook(database, await filterOf(query, user), query, clock.today())
    const { rows, total, nextCursor } = found
    if (total !== undefined) void reply.header('X-Total-Count', String(total))
    if (nextCursor !== null) void reply.header('X-Next-Cursor', nextCursor)
    return rows
  })
  serve(server, transactions.summary, async ({ query, user }) =>
    sumBook(database, await filterOf(query, user), clock.today()),
  )
  serve(server, transactions.one, ({ params }) => findInBook(database, params.id, clock.today()))
}
