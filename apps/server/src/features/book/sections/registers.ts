/** The registers of a book as sections: their columns are the fields that the contract describes. */

import { brokers } from '@em/contract/brokers/brokers'
import { cdsAccounts } from '@em/contract/cds/cds-accounts'
import { chartOfAccounts } from '@em/contract/chart-of-accounts/chart-of-accounts'
import { RENAMING } from '@em/contract/corporate-actions/kinds'
import { equities } from '@em/contract/equities/equities'
import { feeReliefs } from '@em/contract/fee-tariffs/fee-reliefs'
import { feeTariffs } from '@em/contract/fee-tariffs/fee-tariffs'
import { holidays } from '@em/contract/holidays/holidays'
import { columnOf, type Field, type Register } from '@em/contract/kit/register'
import { portfolios } from '@em/contract/portfolios/portfolios'
import { riskFreeRates } from '@em/contract/risk-free-rates/risk-free-rates'
import { settlementAccounts } from '@em/contract/settlement-accounts/settlement-accounts'
import { strategies } from '@em/contract/strategies/strategies'
import { sqlList } from '../../../platform/database/sql-list.ts'
import { type Column, columns, type Section, type ValueKind } from '../format/section.ts'
import { accountName, portfolioCode } from './shared-sql.ts'

const KINDS: Readonly<Record<Field['kind'], ValueKind>> = {
  text: 'text',
  longtext: 'text',
  email: 'text',
  select: 'text',
  date: 'date',
  percent: 'decimal',
  money: 'money',
  boolean: 'yes or no',
  integer: 'whole',
}

/** The name of a register in the file, and the source of its rows. */
interface Listed {
  readonly name: string
  readonly register: Register
  readonly says: string
  /** Fields that are no column of its table, by their SQL. */
  readonly expressions?: Readonly<Record<string, string>>
  /** More columns than the register has fields. */
  readonly more?: readonly (Column & { readonly sql: string })[]
}

const listed = (one: Omit<Listed, 'register'> & { readonly register: unknown }): Listed => one as Listed

/** The registers that are loaded by their own routes, in the order in which they are. */
export const REGISTERS: readonly Listed[] = [
  listed({
    name: 'chart_of_accounts',
    register: chartOfAccounts,
    says: 'The chart of accounts. The type of an account follows from its first digit.',
  }),
  listed({ name: 'holidays', register: holidays, says: 'Days on which the market is closed.' }),
  listed({ name: 'brokers', register: brokers, says: 'Brokers, with the account that they are paid to.' }),
  listed({
    name: 'fee_tariffs',
    register: feeTariffs,
    says: 'Fees in percent from a day on, by class of security.',
  }),
  listed({
    name: 'fee_reliefs',
    register: feeReliefs,
    says: 'Days on which the proof of fees grants intraday relief.',
  }),
  listed({
    name: 'risk_free_rates',
    register: riskFreeRates,
    says: 'Yearly rates without risk in percent, each from a day on.',
  }),
  listed({
    name: 'equities',
    register: equities,
    says: 'Securities. With their names before a change of identity.',
    more: [
      {
        name: 'first_symbol',
        kind: 'text',
        says: 'The symbol before the first change of identity; empty where there was none',
        sql: firstOf('symbol'),
      },
      {
        name: 'first_name',
        kind: 'text',
        says: 'The name before the first change of identity; empty where there was none',
        sql: firstOf('name'),
      },
    ],
  }),
  listed({
    name: 'settlement_accounts',
    register: settlementAccounts,
    says: 'Bank accounts that trades settle through. Elsewhere one is named `bank / number`.',
  }),
  listed({
    name: 'portfolios',
    register: portfolios,
    says: 'Portfolios. Elsewhere one is named by its code, `portfolioId`.',
  }),
  listed({
    name: 'strategies',
    register: strategies,
    says: 'Which strategy a portfolio follows.',
    expressions: { portfolioId: portfolioCode('r.portfolio_id') },
  }),
  listed({
    name: 'cds_accounts',
    register: cdsAccounts,
    says: 'Accounts at the Central Depository. Elsewhere one is named as it is printed.',
  }),
]

function firstOf(what: 'symbol' | 'name'): string {
  return `(SELECT s.detail::json ->> '${what}' FROM action_steps s JOIN corporate_actions a ON a.id = s.action_id
            WHERE a.equity_id = r.id AND a.kind IN ${sqlList(RENAMING)} AND s.what = 'was' ORDER BY s.id LIMIT 1)`
}

const DATED = REGISTERS.flatMap(({ register: { word, fields } }) =>
  fields.flatMap(({ name, dated }) => (dated ? [`${word} ${name}`] : [])),
)

/** What was known to hold from a day on. A change of a symbol is left out: what follows from the symbol follows it here too. */
const DATED_CHANGES: Section = {
  name: 'dated_changes',
  says: 'Changes of registers from an effective date on, in the order in which they were recorded. Other earlier versions of records are left out.',
  columns: columns({
    register: ['text', '`equities` or `portfolios`'],
    record: ['text', 'The symbol or the code, as it is now'],
    field: ['text', 'A column of its section'],
    before: ['text', 'What it said before'],
    after: ['text', 'What it says from the day on'],
    effective_from: ['date', 'The first day that it holds'],
  }),
  sql: `SELECT a.entity AS register, coalesce(e.symbol, p.portfolio_id) AS record, k.field, a.before ->> k.field AS before,
               a.after ->> k.field AS after, (a.after ->> 'effective_from')::date AS effective_from
          FROM audit a CROSS JOIN LATERAL jsonb_object_keys(a.before) AS k (field)
          LEFT JOIN equities e ON a.entity = 'equities' AND e.id::text = a.entity_id
          LEFT JOIN portfolios p ON a.entity = 'portfolios' AND p.id::text = a.entity_id
         WHERE a.entity IN ('equities', 'portfolios') AND a.action = a.entity || '.update' AND a.after ? 'effective_from'
           AND coalesce(e.symbol, p.portfolio_id) IS NOT NULL AND a.before -> 'symbol' IS NOT DISTINCT FROM a.after -> 'symbol'
           AND a.entity || ' ' || k.field IN ${sqlList(DATED)} AND a.before -> k.field IS DISTINCT FROM a.after -> k.field
         ORDER BY a.id, k.field`,
}

const REGISTER_SECTIONS: readonly Section[] = REGISTERS.map(
  ({ name, register, says, expressions = {}, more = [] }) => {
    const fields = register.fields.filter((field) => !field.computed)
    const sql = (field: Field) => expressions[field.name] ?? `r.${columnOf(field)}`
    const selected = [
      ...fields.map((field) => `${sql(field)} AS "${field.name}"`),
      ...more.map((column) => `${column.sql} AS "${column.name}"`),
    ]
    return {
      name,
      says,
      columns: [
        ...fields.map((field) => ({ name: field.name, kind: KINDS[field.kind], says: field.label })),
        ...more.map(({ name, kind, says }) => ({ name, kind, says })),
      ],
      sql: `SELECT ${selected.join(', ')} FROM ${register.table} r ORDER BY r.id`,
    }
  },
)

/** All that is set up before anything happens, in the order in which it is loaded. */
export const SETTINGS: readonly Section[] = [
  ...REGISTER_SECTIONS,
  DATED_CHANGES,
  {
    name: 'broker_names',
    says: 'Names in trades that are a broker’s in addition to his own, without regard to case and spaces.',
    columns: columns({
      name: ['text', 'The name, as it was written'],
      broker: ['text', 'The broker who adopted it'],
    }),
    sql: `SELECT n.name, b.name AS broker FROM (SELECT DISTINCT ON (key) * FROM broker_names ORDER BY key, version DESC) n
            JOIN brokers b ON b.id = n.broker_id ORDER BY n.key`,
  },
  {
    name: 'entities',
    says: 'The entities of the portfolios, with the end of their financial year.',
    columns: columns({
      name: ['text', 'The entity, as portfolios name it'],
      year_end_month: ['whole', 'The month that the financial year ends with, 1 to 12'],
      share_gains_tax: ['text', '`exempt`, `business income`, or empty: not said'],
    }),
    sql: 'SELECT name, year_end_month, share_gains_tax FROM entities ORDER BY id',
  },
  {
    name: 'costing_methods',
    says: 'How sales of a portfolio take cost out.',
    columns: columns({
      portfolio: ['text', 'The code of the portfolio'],
      costing_method: ['text', '`WAP`, `FIFO` or `CHERRY`'],
    }),
    sql: 'SELECT p.portfolio_id AS portfolio, c.costing_method FROM costing_methods c JOIN portfolios p ON p.id = c.portfolio_id ORDER BY p.id',
  },
  {
    name: 'cost_of_funds',
    says: 'The cost of funds in percent a year, from a day on.',
    columns: columns({
      effective_date: ['date', 'From this day on'],
      cost_of_funds: ['decimal', 'Before tax, in percent'],
      tax_rate: ['decimal', 'In percent'],
      after_tax_cost_of_funds: ['decimal', 'In percent; follows from the two'],
    }),
    sql: 'SELECT effective_date, cost_of_funds, tax_rate, after_tax_cost_of_funds FROM cost_of_funds ORDER BY id',
  },
  {
    name: 'cds_account_portfolios',
    says: 'The portfolios that an account at the depository serves, and from when it is the main one of each.',
    columns: columns({
      account: ['text', 'The account, as printed'],
      portfolio: ['text', 'The code of the portfolio'],
      main_from: ['date', 'From when on it is the main account; empty: it is not'],
    }),
    sql: `SELECT a.account, p.portfolio_id AS portfolio, m.from_date AS main_from
            FROM cds_account_portfolios s JOIN cds_accounts a ON a.id = s.account_id JOIN portfolios p ON p.id = s.portfolio_id
            LEFT JOIN cds_main_accounts m ON m.account_id = s.account_id AND m.portfolio_id = s.portfolio_id
           ORDER BY m.from_date NULLS FIRST, a.id, p.id`,
  },
  {
    name: 'prices',
    says: 'The current prices of a day. What was corrected before is left out.',
    columns: columns({
      trade_date: ['date', 'The market day'],
      symbol: ['text', 'The security, also one that is no security of this book'],
      company_name: ['text', 'As the exchange called it'],
      share_volume: ['whole', 'Shares traded'],
      trade_volume: ['whole', 'Trades'],
      previous_close: ['decimal', 'Per share'],
      open: ['decimal', 'Per share'],
      high: ['decimal', 'Per share'],
      low: ['decimal', 'Per share'],
      last_trade: ['decimal', 'Per share'],
      close: ['decimal', 'Per share; empty where it is not known'],
      change_rs: ['decimal', 'Against the previous close'],
      change_percent: ['decimal', 'Against the previous close'],
      source: ['text', 'How it was recorded: `summary`, `typed`, `pasted`, `file` or `feed`'],
    }),
    sql: `SELECT p.trade_date, p.symbol, p.company_name, p.share_volume, p.trade_volume, p.previous_close, p.open, p.high, p.low, p.last_trade,
                 p.close, p.change_rs, p.change_percent, p.source
            FROM prices p ORDER BY p.trade_date, p.source, p.symbol`,
  },
]

/** How settlement accounts are named, for who loads them. */
export const ACCOUNT_NAMES = `SELECT a.id, ${accountName('a.id')} AS name FROM settlement_accounts a`
