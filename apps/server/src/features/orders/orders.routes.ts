import { orders } from '@em/contract/orders/orders'
import { type Server, serve, serveWrite } from '../../platform/http/serve.ts'
import { setPageHeaders } from '../../registers/list.ts'
import { portfolioOrAll } from '../portfolios/portfolios.queries.ts'
import { tradesWithoutOrder } from './asked-for.queries.ts'
import {
  approveOrder,
  cancelOrder,
  changeOrder,
  fillOrder,
  markPlaced,
  proposeOrder,
  unfillOrder,
} from './orders.commands.ts'
import { findOrder, listOrders, splitOrder } from './orders.queries.ts'

/** Orders: intentions, which trades fill. */
export function ordersRoutes(server: Server): void {
  const { database, clock } = server
  const now = (user: Parameters<typeof proposeOrder>[2]['user']) => ({ today: clock.today(), user })

  serve(server, orders.list, async ({ query, reply }) => {
    const portfolio = await portfolioOrAll(database, { portfolio: query.portfolio })
    const page = await listOrders(database, {
      states: query.state,
      portfolioId: portfolio?.id ?? null,
      search: query.search,
      limit: query.limit,
      cursor: query.cursor,
      today: clock.today(),
    })
    setPageHeaders(reply, page)
    return page.rows
  })
  serve(server, orders.withoutOrder, async ({ query }) => {
    const portfolio = await portfolioOrAll(database, { portfolio: query.portfolio })
    return tradesWithoutOrder(database, portfolio?.id ?? null)
  })
  serve(
    server,
    orders.one,
    async ({ params, user }) => (await findOrder(database, params.id, now(user))).shown,
  )
  serve(server, orders.split, ({ params, query, user }) =>
    splitOrder(database, params.id, query.dealt, now(user)),
  )
  serveWrite(server, orders.create, (tx, input) => proposeOrder(tx, input, now(input.user)))
  serveWrite(server, orders.change, (tx, input) => changeOrder(tx, input, now(input.user)))
  serveWrite(server, orders.approve, (tx, input) => approveOrder(tx, input, now(input.user)))
  serveWrite(server, orders.place, (tx, input) => markPlaced(tx, input, now(input.user)))
  serveWrite(server, orders.cancel, (tx, input) => cancelOrder(tx, input, now(input.user)))
  serveWrite(server, orders.fill, (tx, input) => fillOrder(tx, input, now(input.user)))
  serveWrite(server, orders.unfill, (tx, input) => unfillOrder(tx, input, now(input.user)))
}
