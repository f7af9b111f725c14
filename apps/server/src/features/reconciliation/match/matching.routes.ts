import { reconciliation } from '@em/contract/reconciliation/reconciliation'
import { requireRight } from '../../../platform/authorize.ts'
import { type Server, serveWrite } from '../../../platform/http/serve.ts'
import { serveJob } from '../../../platform/http/serve-job.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { postedLines } from '../../ledger/ledger.queries.ts'
import { sharePostings } from '../../ledger/posting/post-entries.commands.ts'
import { bump, lockPending, openLinesSource } from '../lines/reconciliations.queries.ts'
import { afterwards, audited } from '../sign-off/answers.ts'
import { postMissing } from './entries.commands.ts'
import { keepMatches } from './keep-matches.commands.ts'
import { someMatches } from './matches.queries.ts'
import {
  autoMatchAll,
  chooseLines,
  decideProposals,
  refuseUnexplained,
  unmatch,
} from './matching.commands.ts'
import { keepAndConfirm } from './settling.commands.ts'

export function matchingRoutes(server: Server): void {
  const { clock } = server

  serveJob(server, reconciliation.autoMatch, async (tx, { params, body, by, progress }) => {
    await sharePostings(tx)
    const one = await lockPending(tx, params.id, body.version)
    const { sums: _, ...counts } = await autoMatchAll(tx, one, clock, { ...by, progress })
    return {
      answer: { ...(await afterwards(tx, one.id, clock.today())), ...counts },
      audit: audited('auto-match', one.id, counts),
    }
  })

  serveWrite(server, reconciliation.decideProposals, async (tx, { params, body, by }) => {
    await sharePostings(tx)
    const one = await lockPending(tx, params.id, body.version)
    const counts = await decideProposals(tx, one, clock, body, by)
    return {
      answer: { ...(await afterwards(tx, one.id, clock.today())), ...counts },
      audit: audited('decide-proposals', one.id, { ...body, ...counts }),
    }
  })

  serveWrite(server, reconciliation.match, async (tx, { params, body, user, by }) => {
    if (body.adjustment !== null) requireRight('journal.post', user)
    await sharePostings(tx)
    const one = await lockPending(tx, params.id, body.version)
    if (body.ledger.length + body.external.length === 0) {
      throw new Refusal('request.invalid', {}, [
        { field: 'ledger', message: 'Choose the lines that belong together.' },
      ])
    }
    const source = await openLinesSource(tx, one, clock.today())
    const chosen = await chooseLines(tx, one, source, body.ledger, body.external)
    const difference = chosen.ledgerSum - chosen.externalSum
    const ledger = [...chosen.ledger]
    let entryId: number | null = null
    if (body.adjustment !== null) {
      if (difference === 0n) throw new Refusal('reconciliation.nothing-differs')
      const posted = await postMissing(
        tx,
        one,
        source,
        body.adjustment,
        {
          date: source.until,
          description: `Difference found in reconciliation ${one.id}`,
          reference: one.referenceNumber,
          net: -difference,
        },
        by,
      )
      ledger.push(posted.line)
      entryId = posted.entryId
    } else refuseUnexplained(chosen, body.explanation)
    const { ids, confirmed } = await keepAndConfirm(
      tx,
      clock,
      [
        {
          matchType: 'manual',
          difference: entryId === null ? difference : 0n,
          explanation: body.explanation,
          ledger,
          external: chosen.external,
        },
      ],
      { ...by, reconciliationId: one.id, source },
    )
    bump(tx, one.id)
    const [match] = await someMatches(
      tx,
      one,
      ids.flatMap((id) => id ?? []),
    )
    if (match === undefined) throw new Error('the match that was kept is not there')
    return {
      answer: { ...(await afterwards(tx, one.id, clock.today())), match, entryId, confirmed },
      audit: audited('match', one.id, {
        ...match,
        entryId,
        ledgerLines: match.glTransactions.length,
        statementLines: match.externalTransactions.length,
      }),
    }
  })

  serveWrite(server, reconciliation.unmatch, async (tx, { params, body, by }) => {
    await sharePostings(tx)
    const one = await lockPending(tx, params.id, body.version)
    const done = await unmatch(tx, one, clock, body.matchIds, body.confirmations, by)
    return {
      answer: { ...(await afterwards(tx, one.id, clock.today())), ...done },
      audit: audited('unmatch', one.id, {
        matchIds: body.matchIds,
        confirmations: body.confirmations,
        ...done,
      }),
    }
  })

  serveWrite(server, reconciliation.createEntry, async (tx, { params, body, user, by }) => {
    requireRight('journal.post', user)
    await sharePostings(tx)
    const one = await lockPending(tx, params.id, body.version)
    const source = await openLinesSource(tx, one, clock.today())
    const { externalSum } = await chooseLines(tx, one, source, [], [params.lineId])
    const [line] = await tx.query<{
      line_date: string
      description: string | null
      reference: string | null
    }>('SELECT line_date, description, reference FROM statement_lines WHERE id = $1', [params.lineId])
    const { entryId, line: ours } = await postMissing(
      tx,
      one,
      source,
      body,
      {
        date: line?.line_date ?? source.until,
        description: line?.description ?? `Statement line ${params.lineId}`,
        reference: line?.reference?.slice(0, 100) ?? null,
        net: externalSum,
      },
      by,
    )
    const ids = await keepMatches(
      tx,
      one.id,
      [{ matchType: 'manual', difference: 0n, explanation: null, ledger: [ours], external: [params.lineId] }],
      user.id,
    )
    bump(tx, one.id)
    const [match] = await someMatches(tx, one, ids)
    if (match === undefined) throw new Error('the match that was kept is not there')
    const lines = await postedLines(tx, [entryId])
    return {
      answer: {
        ...(await afterwards(tx, one.id, clock.today())),
        entryId,
        match,
        lines: lines.map(({ account_code, account_name, debit, credit }) => ({
          account_code,
          account_name,
          debit,
          credit,
        })),
      },
      audit: audited('create-entry', one.id, { entryId, match }),
    }
  })
}
