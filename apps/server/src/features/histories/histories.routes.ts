/** The histories of registers with routes of their own: which acts they are of, and what a record says now. */
import { histories } from '@em/contract/histories/histories'
import { statement } from '../../platform/database/database.ts'
import { type Server } from '../../platform/http/serve.ts'
import { type Content, serveVersions } from '../../registers/versions.ts'
import { auditedMapping } from '../accounting-exports/mapping.ts'
import { auditedTarget, findTarget } from '../accounting-exports/targets.queries.ts'
import { accountById, servedPortfolios } from '../cds/accounts/accounts.queries.ts'
import { auditedAccounts } from '../cds/portfolios.commands.ts'
import { assignmentOf } from '../costing-methods/costing-methods.queries.ts'
import { auditedClient, knownClients } from '../documents/match/clients.ts'
import { keyOf } from '../gl-mappings/gl-mappings.commands.ts'
import { mappingShown } from '../gl-mappings/gl-mappings.queries.ts'
import { findRole } from '../identity/roles/roles.queries.ts'
import { accountOf, auditedUser } from '../identity/users/users.commands.ts'
import { findEntity } from '../periods/periods.queries.ts'
import { portfolioInPath, resolvePortfolio } from '../portfolios/portfolios.queries.ts'

const COST_OF_FUNDS = statement(
  'histories.cost-of-funds',
  `SELECT effective_date, cost_of_funds, tax_rate, after_tax_cost_of_funds FROM cost_of_funds WHERE id = :id`,
)
// The placements of an event are versions already.
const PLACEMENTS = statement(
  'histories.placements',
  `WITH acts AS (
     SELECT p.*, jsonb_build_object('account', a.account, 'quantity', p.quantity) AS said, row_number() OVER w::int AS place
       FROM cds_placements p LEFT JOIN cds_accounts a ON a.id = p.account_id WHERE p.event_id = :id WINDOW w AS (ORDER BY p.version)),
   span AS (SELECT least(coalesce(:last?::int, count(*)), count(*)) AS last FROM acts)
   SELECT a.place AS place!, a.act_id AS act_id!, a.recorded_at AS at!, u.first_name || ' ' || u.last_name AS by, 'cds.place' AS action!,
          lag(a.said) OVER (ORDER BY a.place) AS before, a.said AS after, (SELECT count(*) FROM acts)::int AS total!
     FROM acts a CROSS JOIN span LEFT JOIN users u ON u.id = a.recorded_by
    WHERE a.place = 1 OR a.place BETWEEN span.last - :most::int AND span.last ORDER BY a.place DESC`,
)
const EVENT = statement('histories.event', 'SELECT id FROM chain_events WHERE id = :id')

const actions = (word: string, ...verbs: string[]) => verbs.map((verb) => `${word}.${verb}`)

export function historiesRoutes(server: Server): void {
  registersOfPortfolios(server)
  registersOfAll(server)
  registersOfPeople(server)
}

function registersOfPortfolios(server: Server): void {
  const { database, clock } = server
  const { costingMethods, cdsPortfolios, cdsPlacements, clientAccounts, glMappings } = histories
  ledgersOutside(server)
  serveVersions(server, costingMethods.route, async ({ params }) => {
    const { id, portfolioId } = await portfolioInPath(database, params.portfolioId)
    return {
      what: `The costing method of portfolio ${portfolioId}`,
      acts: { entity: 'portfolios', actions: actions('costing-methods', 'assign', 'remove'), record: id },
      fields: costingMethods.fields,
      present: contentOf(await assignmentOf(database, id)),
    }
  })
  serveVersions(server, glMappings.route, async ({ params: { role, portfolio, bank } }) => {
    const portfolioId = portfolio === 'all' ? 0 : (await resolvePortfolio(database, { portfolio })).id
    const mapped = { role, portfolioId, settlementAccountId: bank }
    return {
      what: 'The mapping',
      acts: {
        entity: 'gl-mapping',
        actions: actions('gl-mappings', 'set', 'remove', 'withdraw'),
        record: keyOf(mapped),
      },
      fields: glMappings.fields,
      present: contentOf(await mappingShown(database, mapped, clock.today())),
    }
  })
  serveVersions(server, cdsPortfolios.route, async ({ params }) => {
    const { id, account } = await accountById(database, params.id)
    return {
      what: `The CDS account ${account}`,
      acts: { entity: 'cds-account-portfolios', actions: ['cds-accounts.portfolios'], record: id },
      fields: cdsPortfolios.fields,
      present: auditedAccounts(account, await servedPortfolios(database, id, clock.today())),
    }
  })
  serveVersions(server, cdsPlacements.route, async ({ params: { id } }) => {
    const [event] = await database.query(EVENT, { id })
    return {
      what: `The trade ${id}`,
      acts: async (span) => {
        const rows = event === undefined ? [] : await database.query(PLACEMENTS, { id, ...span })
        return rows.map((row) => ({ ...row, before: row.before as Content | null }))
      },
      fields: cdsPlacements.fields,
      present: event === undefined ? null : {},
    }
  })
  serveVersions(server, clientAccounts.route, async ({ params: { account } }) => {
    const known = (await knownClients(database, [account])).get(account)
    return {
      what: `The client account ${account}`,
      acts: { entity: 'client-account', actions: ['client-accounts.remember'], record: account },
      fields: clientAccounts.fields,
      present: known === undefined ? null : auditedClient(known),
    }
  })
}

function ledgersOutside(server: Server): void {
  const { database } = server
  const { accountingTargets, accountingMappings } = histories
  serveVersions(server, accountingTargets.route, async ({ params: { id } }) => {
    const target = await findTarget(database, id)
    return {
      what: `The outside ledger ${target.name}`,
      acts: {
        entity: 'accounting-target',
        actions: actions('accounting-targets', 'create', 'change'),
        record: id,
      },
      fields: accountingTargets.fields,
      present: auditedTarget(target),
    }
  })
  serveVersions(server, accountingMappings.route, async ({ params: { id } }) => {
    const target = await findTarget(database, id)
    return {
      what: `The mapping of ${target.name}`,
      acts: { entity: 'accounting-mapping', actions: ['accounting-targets.change-mapping'], record: id },
      fields: accountingMappings.fields,
      present: await auditedMapping(database, id),
    }
  })
}

function registersOfAll(server: Server): void {
  const { database } = server
  const { costOfFunds, entities } = histories
  serveVersions(server, costOfFunds.route, async ({ params: { id } }) => {
    const [found] = await database.query(COST_OF_FUNDS, { id })
    return {
      what: `Cost of funds definition ${id}`,
      acts: { entity: 'cost-of-funds', actions: actions('cost-of-funds', 'create', 'remove'), record: id },
      fields: costOfFunds.fields,
      present: contentOf(found),
    }
  })
  serveVersions(server, entities.route, async ({ params: { id } }) => {
    const entity = await findEntity(database, id)
    return {
      what: `Entity ${entity.name}`,
      acts: { entity: 'entity', actions: ['periods.update'], record: id },
      fields: entities.fields,
      present: { ...entity },
    }
  })
}

function registersOfPeople(server: Server): void {
  const { database } = server
  const { users, roles } = histories
  serveVersions(server, users.route, async ({ params: { id } }) => {
    const { record } = await accountOf(database, id)
    return {
      what: 'The account',
      acts: {
        entity: 'user',
        actions: actions('users', 'invite', 'change', 'let-in', 'enable', 'disable'),
        record: id,
      },
      fields: users.fields,
      present: { ...auditedUser(record) },
    }
  })
  serveVersions(server, roles.route, async ({ params }) => {
    const role = await findRole(database, params.name)
    const name = role?.name ?? params.name
    return {
      what: `The role ${name}`,
      acts: { entity: 'role', actions: actions('roles', 'create', 'change', 'remove'), record: name },
      fields: roles.fields,
      present: contentOf(role),
    }
  })
}

const contentOf = (record: object | undefined): Content | null =>
  record === undefined ? null : { ...record }
