import type { TradeDocumentDetail } from '@em/contract/documents/trade-documents'
import { histories } from '@em/contract/histories/histories'
import { activePortfolios } from '@em/contract/portfolios/portfolios'
import { settlementAccounts } from '@em/contract/settlement-accounts/settlement-accounts'
import { useMemo } from 'react'
import { useMayChange } from '../../../lib/may.ts'
import { useRoute } from '../../../lib/query.ts'
import { HistoryButton } from '../../../registers/RecordHistory.tsx'
import { byLabel } from '../../../ui/form/options.ts'
import { type Choice, SelectField } from '../../../ui/form/TextFields.tsx'
import { Quantity } from '../../../ui/Numbers.tsx'
import { Section } from '../../../ui/Page.tsx'
import { SmallTable } from '../../../ui/SmallTable.tsx'
import { BrokerField } from '../../trades/form/BrokerField.tsx'
import css from '../document/TradeReport.module.css'
import type { Terms } from './useRecording.ts'

interface TermsPartProps {
  document: TradeDocumentDetail
  terms: Terms
  choices: Choices
  onChange: (changes: Partial<Terms>) => void
}

/** The portfolio of the trades: chosen once for the document, or for each of its client accounts. */
export function TermsPart({ document, terms, choices, onChange }: TermsPartProps) {
  const { portfolios, accounts, failed } = choices
  const clients = document.clients.filter(({ clientAccount }) => clientAccount !== null)
  const isProposed = clients.some(
    ({ clientAccount, proposed }) =>
      proposed !== null && terms.clients[clientAccount ?? '']?.portfolioId === proposed.portfolio.code,
  )
  const error = failed === null ? {} : { error: failed }
  const change = (account: string, changes: Partial<Terms['clients'][string]>) => {
    const before = terms.clients[account] ?? { portfolioId: '', settlementAccount: '' }
    onChange({ clients: { ...terms.clients, [account]: { ...before, ...changes } } })
  }
  return (
    <Section title="Broker, portfolio and account" card>
      <div className={css.fields}>
        <BrokerField
          label="Broker Name"
          required
          value={terms.brokerName}
          onChange={(brokerName) => onChange({ brokerName })}
        />
        <SelectField
          label="Portfolio"
          searchable
          options={portfolios}
          value={terms.portfolioId}
          onChange={(portfolioId) => onChange({ portfolioId })}
          help={clients.length > 0 ? 'For lines whose client account has none below' : 'For all lines'}
          {...error}
        />
        <SelectField
          label="Settlement Account"
          searchable
          options={accounts}
          value={terms.settlementAccount}
          onChange={(settlementAccount) => onChange({ settlementAccount })}
          help={clients.length > 0 ? 'Where a client account has none below' : 'For all lines'}
        />
      </div>
      {clients.length > 0 && (
        <div className={css.clients}>
          <SmallTable label="Client accounts" tall>
            <thead>
              <tr>
                <th scope="col">Client account</th>
                <th scope="col" data-optional>
                  Name
                </th>
                <th scope="col" data-right data-optional>
                  Lines
                </th>
                <th scope="col">Portfolio</th>
                <th scope="col">Settlement account</th>
                <th aria-label="History" />
              </tr>
            </thead>
            <tbody>
              {clients.map(({ clientAccount, clientName, lines, portfolio }) => {
                const account = clientAccount ?? ''
                const own = terms.clients[account]
                return (
                  <tr key={account}>
                    <td>{account}</td>
                    <td data-optional>{clientName ?? '\u2013'}</td>
                    <td data-right data-optional>
                      <Quantity value={lines} />
                    </td>
                    <td>
                      <SelectField
                        label={`Portfolio of ${account}`}
                        labelHidden
                        searchable
                        placeholder="As above"
                        options={portfolios}
                        value={own?.portfolioId ?? ''}
                        onChange={(portfolioId) => change(account, { portfolioId })}
                      />
                    </td>
                    <td>
                      <SelectField
                        label={`Settlement account of ${account}`}
                        labelHidden
                        searchable
                        placeholder="As above"
                        options={accounts}
                        value={own?.settlementAccount ?? ''}
                        onChange={(settlementAccount) => change(account, { settlementAccount })}
                      />
                    </td>
                    <td>
                      {portfolio !== null && (
                        <HistoryButton
                          of={{ ...histories.clientAccounts, params: { account } }}
                          name={`client account ${account}`}
                        />
                      )}
                    </td>
                  </tr>
                )
              })}
            </tbody>
          </SmallTable>
          <p className={css.foot}>
            {isProposed &&
              'The portfolio is proposed by the client’s name or CDS account. Please check it before you record. '}
            What is chosen for a client account is proposed the next time.
          </p>
        </div>
      )}
    </Section>
  )
}

/** Portfolios that are active and that the person may change, by code; settlement accounts by id. */
export interface Choices {
  readonly portfolios: readonly Choice[]
  readonly accounts: readonly Choice[]
  /** The lists that could not be loaded, in words; null where both are there. */
  readonly failed: string | null
}

export function useChoices(): Choices {
  const portfolios = useRoute(activePortfolios)
  const accounts = useRoute(settlementAccounts.routes.list, { query: {} })
  const mayChange = useMayChange()
  const known = useMemo(
    () =>
      byLabel(
        (portfolios.data ?? []).map((one) => ({
          value: String(one.portfolioId),
          label: `${one.portfolioName} (${one.portfolioId})`,
        })),
      ),
    [portfolios.data],
  )
  const banks = useMemo(
    () =>
      byLabel(
        (accounts.data ?? []).map((one) => ({
          value: String(one.id),
          label: `${one.account_name} ${one.account_number}`,
        })),
      ),
    [accounts.data],
  )
  return {
    portfolios: known.filter(({ value }) => mayChange(value)),
    accounts: banks,
    failed: portfolios.isError
      ? 'Failed to fetch portfolios'
      : accounts.isError
        ? 'Failed to load settlement accounts'
        : null,
  }
}
