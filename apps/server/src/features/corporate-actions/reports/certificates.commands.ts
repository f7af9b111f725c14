/** The certificate of tax that was withheld from one dividend of one portfolio. */
import type { actionReports, TaxCertificate } from '@em/contract/corporate-actions/action-reports'
import type { z } from 'zod'
import { statement, type Transaction } from '../../../platform/database/database.ts'
import type { Outcome } from '../../../platform/door.ts'
import { Refusal, refuseField } from '../../../platform/refusal.ts'
import { resolvePortfolio } from '../../portfolios/portfolios.queries.ts'
import { lockAction } from '../facts/action-rows.queries.ts'
import { certificateOfOne } from './reports.queries.ts'

const ADD = statement(
  'actions.add-certificate',
  `INSERT INTO em.action_certificates (action_id, portfolio_id, number, received_on, recorded_by)
   VALUES (:id, :portfolioId, :number?, :receivedOn?::date, :recordedBy)`,
)

/** @throws Refusal 404 for the action, `action.nothing-due` where no tax was withheld, `action.date-in-future`. */
export async function saveCertificate(
  tx: Transaction,
  id: number,
  body: z.output<(typeof actionReports.saveCertificate)['body']>,
  { recordedBy, today }: { readonly recordedBy: number; readonly today: string },
): Promise<Outcome<TaxCertificate>> {
  const { title } = await lockAction(tx, id)
  const portfolio = await resolvePortfolio(tx, { portfolioId: body.portfolioId })
  if (body.receivedOn != null && body.receivedOn > today)
    throw refuseField('action.date-in-future', 'receivedOn', { date: body.receivedOn })
  const before = await certificateOfOne(tx, id, portfolio.id)
  if (before === undefined)
    throw new Refusal('action.nothing-due', { title, portfolio: portfolio.portfolioName })
  const { number = before.number } = body
  const received = body.receivedOn === undefined ? before.received_on : body.receivedOn
  const receivedOn = number === null ? null : (received ?? today)
  await tx.query(ADD, { id, portfolioId: portfolio.id, number, receivedOn, recordedBy })
  const said = (row: TaxCertificate) => ({
    title,
    portfolio: row.portfolioName,
    number: row.number,
    received_on: row.received_on,
  })
  const answer = (await certificateOfOne(tx, id, portfolio.id)) ?? before
  return {
    answer,
    audit: {
      action: 'corporate-actions.certificate',
      entity: 'corporate-action',
      entityId: id,
      before: said(before),
      after: said(answer),
    },
  }
}
