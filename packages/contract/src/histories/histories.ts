/** The histories of registers that have screens and routes of their own. Those of described registers are among their routes. */
import { POSTING_ROLES } from '@em/core/ledger/roles'
import { z } from 'zod'
import { EXPORT_DETAIL_WORDS, EXPORT_FORMAT_WORDS } from '../accounting-exports/accounting-exports.ts'
import { COSTING_METHOD_LABELS } from '../costing-methods/costing-methods.ts'
import { RIGHTS } from '../identity/rights.ts'
import { idParams } from '../kit/register.ts'
import { type VersionField, versionsRoute } from '../kit/register-versions.ts'

const registersRead = { needs: 'registers.read' } as const
/** Only administrators see the histories of users and their rights. */
const ofPeople = { needs: 'audit.read-people', scope: 'all' } as const

/** The key of a GL mapping: the role, the portfolio's code or `all`, and the settlement account or 0 for every one. */
const mappingKey = z.object({
  role: z.enum(POSTING_ROLES),
  portfolio: z.string().min(1).max(50),
  bank: z.coerce.number().int().min(0),
})

const fields = <const F extends readonly VersionField[]>(...all: F): readonly VersionField[] => all

export const histories = {
  costingMethods: {
    route: versionsRoute({
      ...registersRead,
      name: 'costing-methods.versions',
      path: '/portfolio-costing-method/:portfolioId',
      tag: 'Costing methods',
      what: 'the costing method of a portfolio',
      params: z.object({ portfolioId: z.string().min(1).max(200) }),
    }),
    fields: fields({ name: 'costing_method', label: 'Costing method', words: COSTING_METHOD_LABELS }),
  },
  costOfFunds: {
    route: versionsRoute({
      ...registersRead,
      name: 'cost-of-funds.versions',
      path: '/cost-of-funds/:id',
      tag: 'Cost of funds',
      what: 'a cost of funds definition',
      params: idParams,
    }),
    fields: fields(
      { name: 'effective_date', label: 'Effective date', kind: 'date' },
      { name: 'cost_of_funds', label: 'Cost of funds (%)', kind: 'percent' },
      { name: 'tax_rate', label: 'Tax rate (%)', kind: 'percent' },
      { name: 'after_tax_cost_of_funds', label: 'After-tax cost of funds (%)', kind: 'percent' },
    ),
  },
  glMappings: {
    route: versionsRoute({
      needs: 'ledger.read',
      name: 'gl-mappings.versions',
      path: '/gl-mappings/:role/:portfolio/:bank',
      tag: 'GL mapping',
      what: 'a mapping',
      params: mappingKey,
    }),
    fields: fields({ name: 'account_code', label: 'Account' }),
  },
  accountingTargets: {
    route: versionsRoute({
      needs: 'ledger.read',
      name: 'accounting-targets.versions',
      path: '/accounting-targets/:id',
      tag: 'Accounting interface',
      what: 'an outside ledger',
      params: idParams,
    }),
    fields: fields(
      { name: 'name', label: 'Name' },
      { name: 'format', label: 'Format', words: EXPORT_FORMAT_WORDS },
      { name: 'detail', label: 'Detail', words: EXPORT_DETAIL_WORDS },
      { name: 'entity', label: 'Entity' },
      { name: 'portfolios', label: 'Portfolios', isPortfolio: true },
      { name: 'startDate', label: 'First day', kind: 'date' },
      { name: 'openFrom', label: 'First open day', kind: 'date' },
      { name: 'taxRate', label: 'Tax rate' },
      { name: 'layout', label: 'Columns' },
    ),
  },
  accountingMappings: {
    route: versionsRoute({
      needs: 'ledger.read',
      name: 'accounting-targets.mapping-versions',
      path: '/accounting-targets/:id/mapping',
      tag: 'Accounting interface',
      what: 'the mapping of an outside ledger',
      params: idParams,
    }),
    fields: fields({ name: 'rows', label: 'Accounts' }),
  },
  entities: {
    route: versionsRoute({
      needs: 'ledger.read',
      name: 'periods.versions',
      path: '/entities/:id',
      tag: 'Periods',
      what: 'an entity',
      params: idParams,
    }),
    fields: fields(
      { name: 'year_end_month', label: 'Year-end month', kind: 'month' },
      { name: 'share_gains_tax', label: 'Tax on gains of shares' },
    ),
  },
  cdsPortfolios: {
    route: versionsRoute({
      ...registersRead,
      name: 'cds.portfolio-versions',
      path: '/cds-accounts/:id/portfolios',
      tag: 'CDS accounts',
      what: 'the portfolios of a CDS account',
      params: idParams,
    }),
    fields: fields(
      { name: 'portfolios', label: 'Portfolios', isPortfolio: true },
      { name: 'main_account_of', label: 'Main account of', isPortfolio: true },
    ),
  },
  cdsPlacements: {
    route: versionsRoute({
      needs: 'holdings.read',
      name: 'cds.placement-versions',
      path: '/cds-events/:id',
      tag: 'CDS accounts',
      what: 'the placement of a trade or another event',
      params: idParams,
    }),
    fields: fields(
      { name: 'account', label: 'CDS account' },
      { name: 'quantity', label: 'Shares placed', kind: 'shares' },
    ),
  },
  clientAccounts: {
    route: versionsRoute({
      needs: 'trades.read',
      name: 'trade-documents.client-versions',
      path: '/trade-document-clients/:account',
      tag: 'Trade documents',
      what: 'a remembered client account of a broker',
      params: z.object({ account: z.string().min(1).max(60) }),
    }),
    fields: fields(
      { name: 'portfolioId', label: 'Portfolio', isPortfolio: true },
      { name: 'settlement_account', label: 'Settlement account' },
      { name: 'broker_name', label: 'Broker' },
    ),
  },
  users: {
    route: versionsRoute({
      ...ofPeople,
      name: 'users.versions',
      path: '/users/:id',
      tag: 'Identity',
      what: 'an account of a person',
      params: idParams,
    }),
    fields: fields(
      { name: 'first_name', label: 'First name' },
      { name: 'last_name', label: 'Last name' },
      { name: 'email', label: 'Email' },
      { name: 'roles', label: 'Roles' },
      { name: 'sees', label: 'Portfolios seen' },
      { name: 'changes', label: 'Portfolios changed' },
      { name: 'isActive', label: 'May sign in', kind: 'yes-no' },
    ),
  },
  roles: {
    route: versionsRoute({
      ...ofPeople,
      name: 'roles.versions',
      path: '/roles/:name',
      tag: 'Identity',
      what: 'a role',
      params: z.object({ name: z.string().min(1).max(50) }),
    }),
    fields: fields(
      { name: 'name', label: 'Name' },
      {
        name: 'rights',
        label: 'Rights',
        words: Object.fromEntries(RIGHTS.map(({ name, label }) => [name, label])),
      },
    ),
  },
} as const
