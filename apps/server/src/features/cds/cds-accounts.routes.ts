import { cds } from '@em/contract/cds/cds'
import { cdsAccounts } from '@em/contract/cds/cds-accounts'
import { type Server, serve, serveWrite } from '../../platform/http/serve.ts'
import { registerRoutes } from '../../registers/register-routes.ts'
import type { Slots } from '../../registers/slots.ts'
import { accountById, portfoliosWithout, servedPortfolios } from './accounts/accounts.queries.ts'
import { accountHoldings } from './holdings.ts'
import { eventsWithPlacement, recordPlacements } from './placements.commands.ts'
import { listPledges, pledgeShares, releasePledge } from './pledges.commands.ts'
import { setPortfolios, withoutId } from './portfolios.commands.ts'

const slots: Slots = {
  expressions: {
    portfolios: `coalesce((SELECT string_agg(p.portfolio_id, ', ' ORDER BY lower(p.portfolio_id))
                             FROM cds_account_portfolios k JOIN portfolios p ON p.id = k.portfolio_id
                            WHERE k.account_id = r.id), '')`,
  },
  // Zeros before a number say nothing, and would make it another one.
  beforeWrite: (_, values) =>
    Promise.resolve(
      typeof values['account_number'] === 'string'
        ? { ...values, account_number: values['account_number'].replace(/^0+(?=\d)/, '') }
        : values,
    ),
  uses: [
    {
      one: 'portfolio',
      many: 'portfolios',
      count: 'SELECT count(*) FROM cds_account_portfolios WHERE account_id = $1',
    },
    { one: 'pledge', many: 'pledges', count: 'SELECT count(*) FROM cds_pledges WHERE account_id = $1' },
    {
      one: 'placed trade',
      many: 'placed trades',
      count: 'SELECT count(DISTINCT event_id) FROM cds_placements WHERE account_id = $1',
    },
    {
      one: 'statement',
      many: 'statements',
      count: 'SELECT count(DISTINCT statement_id) FROM cds_statement_lines WHERE account_id = $1',
    },
  ],
  title: (record) => String(record['account']),
}

/** CDS Accounts: the register, the portfolios of an account, its holdings, its pledges. */
export function cdsAccountsRoutes(server: Server): void {
  const { database, clock } = server
  registerRoutes(server, cdsAccounts, slots)

  serve(server, cds.portfolios, async ({ params }) => {
    const { id } = await accountById(database, params.id)
    return (await servedPortfolios(database, id, clock.today())).map(withoutId)
  })
  serveWrite(server, cds.setPortfolios, (tx, { params, body, by }) =>
    setPortfolios(tx, params.id, body.portfolios, { today: clock.today(), ...by }),
  )
  serve(server, cds.without, () => portfoliosWithout(database))
  serve(server, cds.holdings, ({ params, query }) =>
    accountHoldings(database, params.id, { date: query.date ?? clock.today(), today: clock.today() }),
  )
  serve(server, cds.events, ({ query }) => eventsWithPlacement(database, query, clock.today()))
  serveWrite(server, cds.place, (tx, { body, by }) =>
    recordPlacements(tx, {
      ids: body.ids,
      account: body.account,
      quantity: body.quantity ?? null,
      ...by,
      today: clock.today(),
    }),
  )
  serve(server, cds.pledges, async ({ query, reply }) => {
    const { rows, total } = await listPledges(database, query)
    void reply.header('X-Total-Count', String(total))
    return rows
  })
  serveWrite(server, cds.pledge, (tx, { body, user }) =>
    pledgeShares(tx, body, { today: clock.today(), recordedBy: user.id }),
  )
  serveWrite(server, cds.release, (tx, { params, body, user }) =>
    releasePledge(tx, params.id, body, { today: clock.today(), recordedBy: user.id }),
  )
}
