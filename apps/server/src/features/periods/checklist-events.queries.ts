/** The checklist of a lock: its points about corporate actions, their money and certificates, the depository and the price sheet. */

import { RENAMING } from '@em/contract/corporate-actions/kinds'
import type { LockCheck } from '@em/contract/periods/periods'
import { dayInWords } from '@em/core/values/date-texts'
import { addDays } from '@em/core/values/dates'
import { decimalOf, MONEY_SCALE } from '@em/core/values/decimal'
import { statement } from '../../platform/database/database.ts'
import { sqlList } from '../../platform/database/sql-list.ts'
import { comparedBrokers } from '../broker-reports/comparisons.queries.ts'
import { comparedAccounts } from '../cds/accounts/compared.queries.ts'
import { DAYS_LATE, IS_LATE, LACKS_CERTIFICATE } from '../corporate-actions/facts/action-rows.queries.ts'
import { type Asked, clear, count, listed, lkr, open } from './checklist-texts.ts'

// Those without portfolios of their own (a new name) concern everybody who holds the security.
const DUE_EVENTS = statement(
  'periods.due-events',
  `SELECT a.title FROM corporate_actions a
    WHERE a.state = 'announced' AND a.ex_date <= :through::date
      AND (EXISTS (SELECT FROM action_standings s WHERE s.action_id = a.id AND s.portfolio_id = ANY (:portfolioIds::bigint[]))
        OR a.portfolio_id = ANY (:portfolioIds::bigint[]) OR a.to_portfolio_id = ANY (:portfolioIds::bigint[])
        OR a.kind IN ${sqlList(RENAMING)} AND EXISTS (SELECT FROM chains c WHERE c.equity_id = a.equity_id AND c.portfolio_id = ANY (:portfolioIds::bigint[]) AND c.quantity > 0))
    ORDER BY a.ex_date, a.id`,
)

async function dueEvents({ db, portfolioIds, through }: Asked): Promise<LockCheck> {
  const due = (await db.query(DUE_EVENTS, { through, portfolioIds })).map(({ title }) => title)
  const by = dayInWords(through)
  return due.length === 0
    ? clear('events', `Every corporate action whose day came by ${by} is processed.`)
    : open(
        'events',
        { count: due.length },
        `${count(due.length, 'corporate action whose day came', 'corporate actions whose days came')} by ${by} ${due.length === 1 ? 'is' : 'are'} not processed: ${listed(due)}.`,
      )
}

const LATE_MONEY = statement(
  'periods.late-money',
  `SELECT a.title, sum(s.expected - s.received - s.written_off) AS amount, min(coalesce(s.due, a.ex_date)) AS since
     FROM action_standings s JOIN corporate_actions a ON a.id = s.action_id AND a.state IN ('entitled', 'processed')
    WHERE s.portfolio_id = ANY (:portfolioIds::bigint[]) AND ${IS_LATE('s', 'a', ':late::date')}
    GROUP BY a.id, a.title ORDER BY since, a.id`,
)

async function lateMoney({ db, portfolioIds, through }: Asked): Promise<LockCheck> {
  const late = await db.query(LATE_MONEY, { portfolioIds, late: addDays(through, -DAYS_LATE) })
  const on = dayInWords(through)
  if (late.length === 0)
    return clear('receivables', `No dividend or refund was late by more than ${DAYS_LATE} days on ${on}.`)
  const amount = late.reduce((sum, row) => sum + decimalOf(row.amount ?? '0', MONEY_SCALE), 0n)
  const oldest = late[0]?.since
  return open(
    'receivables',
    { count: late.length, amount },
    `${lkr(amount)} of ${listed(late.map(({ title }) => title))} ${late.length === 1 ? 'is' : 'are'} late by more than ${DAYS_LATE} days on ${on}${oldest == null ? '' : `, the oldest since ${dayInWords(oldest)}`}.`,
  )
}

const CERTIFICATES = statement(
  'periods.certificates',
  `SELECT a.title, count(*) AS missing, sum(t.tax) AS tax
     FROM action_standings s JOIN corporate_actions a ON a.id = s.action_id AND a.state IN ('entitled', 'processed')
     JOIN action_entitlements t ON t.action_id = s.action_id AND t.portfolio_id = s.portfolio_id AND t.version = s.version
    WHERE s.portfolio_id = ANY (:portfolioIds::bigint[]) AND ${LACKS_CERTIFICATE('s', ':through::date', ':through::date')}
    GROUP BY a.id, a.title ORDER BY min(s.due), a.id`,
)

async function certificates({ db, portfolioIds, through }: Asked): Promise<LockCheck> {
  const found = await db.query(CERTIFICATES, { portfolioIds, through })
  const by = dayInWords(through)
  const missing = found.reduce((sum, row) => sum + row.missing, 0)
  if (missing === 0)
    return clear(
      'certificates',
      `Certificates are recorded for all dividends with tax withheld that were paid by ${by}.`,
    )
  const tax = found.reduce((sum, row) => sum + decimalOf(row.tax ?? '0', MONEY_SCALE), 0n)
  return open(
    'certificates',
    { count: missing, amount: tax },
    `${count(missing, 'certificate', 'certificates')} of ${lkr(tax)} of tax withheld by ${by} ${missing === 1 ? 'is' : 'are'} missing: ${listed(found.map(({ title }) => title))}.`,
  )
}

/** An account is compared where a statement of it is not older than this on the day of the lock. */
const STATEMENT_DAYS = 31
async function depository({ db, portfolioIds, through }: Asked): Promise<LockCheck> {
  const accounts = await comparedAccounts(db, { portfolioIds, through })
  const on = dayInWords(through)
  if (accounts.length === 0) return clear('cds', 'No CDS account is kept.')
  const from = addDays(through, -STATEMENT_DAYS)
  const old = accounts.filter(({ statement_date }) => statement_date === null || statement_date < from)
  const broken = accounts.filter(({ breaks }) => breaks > 0)
  if (old.length + broken.length === 0)
    return clear(
      'cds',
      `Every CDS account is compared with a statement of the ${STATEMENT_DAYS} days to ${on}.`,
    )
  const parts = [
    old.length > 0 &&
      `${count(old.length, 'CDS account has', 'CDS accounts have')} no statement of the ${STATEMENT_DAYS} days to ${on}: ${listed(old.map(({ account }) => account))}.`,
    broken.length > 0 &&
      `${count(broken.length, 'CDS account has', 'CDS accounts have')} breaks without an explanation: ${listed(broken.map(({ account, breaks }) => `${account} ${breaks}`))}.`,
  ]
  const some = new Set([...old, ...broken].map(({ account }) => account))
  return open('cds', { count: some.size }, parts.filter((part) => part !== false).join(' '))
}

// Asked only where a statement of the broker was compared before.
async function brokerStatements({ db, portfolioIds, through }: Asked): Promise<LockCheck> {
  const brokers = await comparedBrokers(db, { portfolioIds, through })
  const on = dayInWords(through)
  if (brokers.length === 0) return clear('broker-statements', 'No broker statement has been compared.')
  const from = addDays(through, -STATEMENT_DAYS)
  const old = brokers.filter(({ compared_to }) => compared_to === null || compared_to < from)
  const differ = brokers.filter(({ differing }) => differing > 0)
  if (old.length + differ.length === 0)
    return clear(
      'broker-statements',
      `Every broker’s statement was compared within the ${STATEMENT_DAYS} days to ${on} and agrees.`,
    )
  const parts = [
    old.length > 0 &&
      `${count(old.length, 'broker has', 'brokers have')} no statement that was compared within the ${STATEMENT_DAYS} days to ${on}: ${listed(old.map(({ name }) => name))}.`,
    differ.length > 0 &&
      `${count(differ.length, 'broker’s statement differs', 'brokers’ statements differ')} from the ledger: ${listed(differ.map(({ name, differing }) => `${name} ${differing}`))}.`,
  ]
  const some = new Set([...old, ...differ].map(({ name }) => name))
  return open('broker-statements', { count: some.size }, parts.filter((part) => part !== false).join(' '))
}

// Asked only where price sheets are signed off at all.
const SHEET = statement(
  'periods.price-sheet',
  `SELECT k.day, (SELECT o.is_signed FROM price_sign_offs o WHERE o.trade_date = k.day ORDER BY o.id DESC LIMIT 1) AS is_signed
     FROM (SELECT max(trade_date) AS day FROM prices WHERE trade_date <= :through::date) k
    WHERE k.day IS NOT NULL AND EXISTS (SELECT FROM price_sign_offs)`,
)

async function priceSheet({ db, through }: Asked): Promise<LockCheck> {
  const [sheet] = await db.query(SHEET, { through })
  const on = dayInWords(through)
  if (sheet?.day == null) return clear('price-sheet', 'No price sheet is signed off here.')
  const day = dayInWords(sheet.day)
  return sheet.is_signed === true
    ? clear('price-sheet', `The price sheet of ${day} is signed off.`)
    : open(
        'price-sheet',
        { count: 1 },
        `The price sheet of ${day}, the last one by ${on}, is not signed off.`,
      )
}

/** Corporate actions, their money and certificates, CDS statements and the price sheet, in the order shown. */
export function ofEvents(asked: Asked): Promise<LockCheck[]> {
  return Promise.all([
    dueEvents(asked),
    lateMoney(asked),
    certificates(asked),
    depository(asked),
    brokerStatements(asked),
    priceSheet(asked),
  ])
}
