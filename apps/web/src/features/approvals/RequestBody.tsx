import type { ApprovalRequest } from '@em/contract/approvals/approvals'
import { Banner } from '../../ui/Banner.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { Amount, DateText, Price, Quantity } from '../../ui/Numbers.tsx'
import { Section } from '../../ui/Page.tsx'
import { PostingLines } from '../../ui/PostingLines.tsx'
import { SmallTable } from '../../ui/SmallTable.tsx'
import { Status } from '../../ui/Status.tsx'
import css from './Approvals.module.css'
import { listed, STATES, STEPS, summaryOf } from './approval-texts.ts'
import { PreviewPart } from './PreviewPart.tsx'
import { SentPart } from './SentPart.tsx'
import { WholeAct } from './WholeAct.tsx'

type Computed = ApprovalRequest['submitted']

/** Everything that a request would do, and who did what with it. */
export function RequestBody({ request, isPreviewing }: { request: ApprovalRequest; isPreviewing: boolean }) {
  const { state, title, act } = request
  const shown = request.now ?? request.submitted
  return (
    <>
      <div>
        <p className={css.title}>
          {title}
          <Status tone={STATES[state].tone}>{STATES[state].word}</Status>
        </p>
        {!title.startsWith(summaryOf(act)) && <p className={css.quiet}>{summaryOf(act)}</p>}
      </div>
      <Notes request={request} isPreviewing={isPreviewing} />
      <Facts facts={factsOf(request)} />
      <WholeAct computed={shown} />
      <Trades computed={shown} />
      <Lines computed={shown} />
      <Checks computed={shown} />
      <File computed={shown} />
      <PreviewPart preview={shown.preview} />
      <Records computed={shown} />
      <SentPart sent={request.sent} isAlone={isEmpty(shown)} />
      <Steps request={request} />
    </>
  )
}

const isEmpty = ({ facts, records }: Computed) =>
  facts.trades.length + facts.lines.length + records.length === 0

function factsOf(request: ApprovalRequest) {
  const { maker, submittedAt, expiresAt, amount, portfolios, rules, approvals, approvers, state } = request
  return [
    { label: 'Asked by', value: maker.name },
    { label: 'Submitted', value: <DateText value={submittedAt} time /> },
    { label: 'Amount', value: amount === null ? null : <Amount value={amount} unit="LKR" /> },
    { label: 'Portfolios', value: portfolios === null ? 'All' : portfolios.join(', ') },
    { label: 'Rules', value: rules.map(({ name }) => name).join(', ') },
    { label: 'Approvals', value: `${approvals.given} of ${approvals.needed}` },
    ...(state === 'waiting'
      ? [
          { label: 'Decide by', value: <DateText value={expiresAt} /> },
          { label: 'Can be approved by', value: listed(approvers) },
          {
            label: 'Calculated',
            value: <DateText value={(request.now ?? request.submitted).computedAt} time />,
          },
        ]
      : []),
  ]
}

/** Changes since the submission, possible refusals, and who gave the approver access. */
function Notes({ request, isPreviewing }: { request: ApprovalRequest; isPreviewing: boolean }) {
  const { refusal, differs, letInByMaker, maker, needsSignIn, mayDecide, state } = request
  const waits = state === 'waiting'
  return (
    <>
      {isPreviewing && (
        <Banner>It is being calculated again. The figures below are those of the last look.</Banner>
      )}
      {waits && refusal !== null && <Banner tone="error">Would be refused now: {refusal}</Banner>}
      {differs.length > 0 && (
        <Banner tone="warning">
          {waits
            ? 'Since it was submitted the figures have changed. Those below are the figures of now.'
            : 'The figures had changed since it was submitted.'}
          <ul className={css.sentences}>
            {differs.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </Banner>
      )}
      {letInByMaker.length > 0 && (
        <Banner tone="warning">
          The account of {listed(letInByMaker)}, who approved it, was let in by {maker.name}, who asked for
          it.
        </Banner>
      )}
      {waits && mayDecide && needsSignIn && (
        <Banner>
          Approving it needs a sign-in of the last 15 minutes; you are asked for your password otherwise.
        </Banner>
      )}
    </>
  )
}

const cut = (shown: number, all: number, what: string) =>
  shown >= all ? null : (
    <p className={css.quiet}>
      The first {shown.toLocaleString('en-LK')} of {all.toLocaleString('en-LK')} {what}.
    </p>
  )
const sideWord = (side: string) => side.charAt(0).toUpperCase() + side.slice(1)

function Trades({ computed: { facts, counts } }: { computed: Computed }) {
  if (facts.trades.length === 0) return null
  const isSale = facts.trades.some(({ cost_out }) => cost_out !== null)
  return (
    <Section title={counts.trades === 1 ? 'Trade' : 'Trades'}>
      <SmallTable label="Trades" tall>
        <thead>
          <tr>
            <th scope="col">Side</th>
            <th scope="col">Security</th>
            <th scope="col">Portfolio</th>
            {['Shares', 'Price', 'Gross', 'Fees', 'Net', ...(isSale ? ['Cost Out', 'Gain'] : [])].map(
              (head) => (
                <th key={head} scope="col" data-right>
                  {head}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {facts.trades.map((trade, index) => (
            <tr key={index}>
              <td>{sideWord(trade.side)}</td>
              <td>{trade.symbol}</td>
              <td>{trade.portfolio}</td>
              <td data-right>
                <Quantity value={trade.quantity} />
              </td>
              <td data-right>
                <Price value={trade.price} />
              </td>
              {[trade.gross, trade.fees, trade.net, ...(isSale ? [trade.cost_out] : [])].map(
                (value, column) => (
                  <td key={column} data-right>
                    <Amount value={value} />
                  </td>
                ),
              )}
              {isSale && (
                <td data-right>
                  <Amount value={trade.capital_gain} signed />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </SmallTable>
      {cut(facts.trades.length, counts.trades, 'trades')}
    </Section>
  )
}

function Records({ computed: { records } }: { computed: Computed }) {
  const changed = records.filter(({ changes }) => changes.length > 0)
  if (changed.length === 0) return null
  // Of new records there is nothing to compare.
  const isNew = changed.every(({ changes }) => changes.every(({ before }) => before === ''))
  const title = isNew ? 'What is recorded' : 'What changes'
  return (
    <Section title={title}>
      <SmallTable label={title} tall>
        <thead>
          <tr>
            <th scope="col">Field</th>
            {!isNew && <th scope="col">Before</th>}
            <th scope="col">{isNew ? 'Value' : 'After'}</th>
          </tr>
        </thead>
        {changed.map(({ kind, name, what, changes }, index) => (
          <tbody key={index}>
            <tr className={css.record}>
              <th scope="rowgroup" colSpan={isNew ? 2 : 3} data-wrap>
                {name.startsWith(kind) ? name : `${kind} ${name}`}: {what}
              </th>
            </tr>
            {changes.map(({ field, label, before, after }) => (
              <tr key={field}>
                <td>{label}</td>
                {!isNew && (
                  <td data-wrap className={css.said}>
                    {before === '' ? '\u2013' : before}
                  </td>
                )}
                <td data-wrap className={css.said}>
                  {after === '' ? '\u2013' : after}
                </td>
              </tr>
            ))}
          </tbody>
        ))}
      </SmallTable>
    </Section>
  )
}

function Lines({ computed: { facts, counts } }: { computed: Computed }) {
  if (facts.lines.length === 0) return null
  const lines = facts.lines.map((line) => ({
    ...line,
    account_name: line.portfolio === null ? line.account_name : `${line.account_name}, ${line.portfolio}`,
    debit: Number(line.debit),
    credit: Number(line.credit),
  }))
  return (
    <Section title="Ledger lines">
      <SmallTable label="Ledger lines" tall>
        <PostingLines lines={lines} />
      </SmallTable>
      {cut(lines.length, counts.lines, 'ledger lines')}
    </Section>
  )
}

const CHECK_WORDS: Readonly<Record<string, string>> = {
  within: 'Within',
  warning: 'Warning',
  exceeded: 'Exceeded',
}

function Checks({ computed: { facts } }: { computed: Computed }) {
  if (facts.checks.length === 0) return null
  return (
    <Section title="Limits">
      <Facts
        facts={facts.checks.map(({ limit, state }) => ({ label: limit, value: CHECK_WORDS[state] ?? state }))}
      />
    </Section>
  )
}

function File({ computed: { facts } }: { computed: Computed }) {
  const { file } = facts
  if (file === undefined) return null
  return (
    <Section title="File">
      <Facts
        facts={[
          { label: 'Name', value: file.name },
          { label: 'Entries', value: <Quantity value={file.entries} /> },
          { label: 'Lines', value: <Quantity value={file.lines} /> },
          { label: 'Debits', value: <Amount value={Number(file.amount)} unit="LKR" /> },
          { label: 'SHA-256', value: file.sha256 },
        ]}
      />
    </Section>
  )
}

function Steps({ request: { steps } }: { request: ApprovalRequest }) {
  return (
    <Section title="History">
      <SmallTable label="History">
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">What</th>
            <th scope="col">Who</th>
            <th scope="col">Reason</th>
          </tr>
        </thead>
        <tbody>
          {steps.map((step, index) => (
            <tr key={index}>
              <td>
                <DateText value={step.at} time />
              </td>
              <td>{STEPS[step.what]}</td>
              <td>
                {step.by ?? 'The server'}
                {step.for !== null && ` for ${step.for}`}
              </td>
              <td data-wrap className={css.said}>
                {step.reason ?? '\u2013'}
              </td>
            </tr>
          ))}
        </tbody>
      </SmallTable>
    </Section>
  )
}
