import { activePortfolios } from '@em/contract/portfolios/portfolios'
import { Anchor } from '@mantine/core'
import { useMayChange } from '../../../lib/may.ts'
import { useRoute } from '../../../lib/query.ts'
import { hrefOf } from '../../../links/tabs.ts'
import { SelectField } from '../../../ui/form/TextFields.tsx'

interface PortfolioFieldProps {
  label: string
  portfolioId: string
  onChoose: (portfolio: { portfolioId: string; portfolio: string }) => void
}

/** The portfolio of a trade: one that is active and that the person may change. */
export function PortfolioField({ label, portfolioId, onChoose }: PortfolioFieldProps) {
  const portfolios = useRoute(activePortfolios)
  const { data } = portfolios
  const mayChange = useMayChange()
  const options = (data ?? [])
    .filter((one) => mayChange(String(one.portfolioId)))
    .map((one) => ({
      value: String(one.portfolioId),
      label: `${one.portfolioName} (${one.portfolioId})`,
    }))
  const none = data?.length === 0
  const help = none ? (
    <>
      There is no active portfolio yet. Create one in{' '}
      <Anchor inherit href={hrefOf('Master Data Management', 'Portfolio Master')}>
        Portfolio Master
      </Anchor>
      .
    </>
  ) : portfolios.isError ? (
    <>
      The portfolios could not be loaded.{' '}
      <Anchor inherit component="button" type="button" onClick={() => void portfolios.refetch()}>
        Retry
      </Anchor>
    </>
  ) : undefined
  return (
    <SelectField
      name="portfolio"
      label={label}
      required
      options={options}
      value={portfolioId}
      placeholder={none ? 'No active portfolio' : 'Select Portfolio'}
      {...(help === undefined ? {} : { help })}
      onChange={(id) => {
        const chosen = data?.find((one) => one.portfolioId === id)
        onChoose({ portfolioId: id, portfolio: String(chosen?.portfolioName ?? '') })
      }}
    />
  )
}
