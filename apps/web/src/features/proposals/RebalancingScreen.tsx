import { portfolios } from '@em/contract/portfolios/portfolios'
import { rebalancing } from '@em/contract/proposals/rebalancing'
import { saleProposals } from '@em/contract/proposals/sale-proposals'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { changeHashQuery, useHashQuery } from '../../lib/hash.ts'
import { useShownPortfolio } from '../../lib/last-portfolio.ts'
import { useRoute } from '../../lib/query.ts'
import { SelectField } from '../../ui/form/TextFields.tsx'
import { IfMay } from '../../ui/IfMay.tsx'
import { Page } from '../../ui/Page.tsx'
import { EmptyState, Loaded } from '../../ui/States.tsx'
import { CashModal } from './CashModal.tsx'
import css from './Proposals.module.css'
import { RebalancingResult } from './RebalancingResult.tsx'
import { type RebalancingAsked, RebalancingTerms } from './RebalancingTerms.tsx'
import { TargetsModal } from './TargetsModal.tsx'

/** Rebalancing: the targets of a portfolio, the trades that reach them, and orders of them. */
export default function RebalancingScreen() {
  const list = useRoute(portfolios.routes.list, { query: {} })
  const active = (list.data ?? []).filter((one) => one.status === 'Active')
  const ids = list.data === undefined ? undefined : active.map((one) => one.portfolioId)
  const shown = useShownPortfolio({ asked: useHashQuery().get('portfolio') ?? '', ids, withAll: false })
  const portfolioId = shown ?? ''
  const targets = useRoute(
    rebalancing.targets,
    { params: { portfolio: portfolioId } },
    { enabled: portfolioId !== '' },
  )
  const [setting, set] = useState(false)
  const [raising, raise] = useState(false)
  const change = targets.data !== undefined && (
    <IfMay call={rebalancing.setTargets}>
      <Button variant="default" onClick={() => set(true)}>
        {targets.data.version === null ? 'Set Targets' : 'Change Targets'}
      </Button>
    </IfMay>
  )
  return (
    <Page
      title="Rebalancing"
      lead="The trades that bring a portfolio to its target weights, after their fees. Nothing is saved before you make orders."
      actions={
        portfolioId !== '' && (
          <>
            <IfMay call={saleProposals.cash}>
              <Button variant="default" onClick={() => raise(true)}>
                Raise Cash
              </Button>
            </IfMay>
            {change}
          </>
        )
      }
    >
      <div className={css.question}>
        <SelectField
          label="Portfolio"
          placeholder={list.isPending ? 'Loading portfolios...' : 'Choose your portfolio'}
          value={portfolioId}
          clearable={false}
          onChange={(portfolio) => changeHashQuery({ portfolio })}
          options={active.map((one) => ({
            value: one.portfolioId,
            label: `${one.portfolioName} (${one.portfolioId})`,
          }))}
        />
      </div>
      {raising && <CashModal portfolioId={portfolioId} onClose={() => raise(false)} />}
      {portfolioId === '' ? (
        list.data !== undefined && (
          <EmptyState title="Choose your portfolio">
            Its targets and the trades that bring it there are then shown.
          </EmptyState>
        )
      ) : (
        <Loaded query={targets} failed="Failed to load the targets">
          {(found) => (
            <>
              {found.version === null ? (
                <EmptyState title="No targets yet" action={change}>
                  Set the weights that {found.portfolioName} should have, by security or by sector.
                </EmptyState>
              ) : (
                <Proposal key={`${portfolioId} ${found.version}`} portfolioId={portfolioId} />
              )}
              {setting && <TargetsModal targets={found} onClose={() => set(false)} />}
            </>
          )}
        </Loaded>
      )}
    </Page>
  )
}

const AS_RECORDED: RebalancingAsked = { tradeDate: '', cashMinimum: '', costOfFunds: '', financedDays: '' }

function Proposal({ portfolioId }: { portfolioId: string }) {
  const [asked, ask] = useState(AS_RECORDED)
  const query = useRoute(rebalancing.propose, { body: { portfolioId, ...asked } }, { keepPrevious: true })
  return (
    <>
      <RebalancingTerms asking={query.isFetching} onAsk={ask} />
      <Loaded query={query} failed="The trades could not be found">
        {(proposal) => <RebalancingResult key={JSON.stringify(proposal.rows)} proposal={proposal} />}
      </Loaded>
    </>
  )
}
