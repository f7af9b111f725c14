import { periods } from '@em/contract/periods/periods'
import { portfolios } from '@em/contract/portfolios/portfolios'
import { useAllPortfolios } from '../../lib/portfolio-texts.ts'
import { useRoute } from '../../lib/query.ts'
import { SelectField } from '../../ui/form/TextFields.tsx'

interface ScopeFieldsProps {
  /** The entity's name, '' for all. */
  entity: string
  /** The portfolio's code, '' for all. */
  portfolio: string
  onChange: (changes: { entity?: string; portfolio?: string }) => void
}

/** Which books a report covers: an entity, one of its portfolios, or all. */
export function ScopeFields({ entity, portfolio, onChange }: ScopeFieldsProps) {
  const entities = useRoute(periods.list)
  const all = useRoute(portfolios.routes.list)
  const words = useAllPortfolios()
  const listed = (all.data ?? []) as unknown as {
    portfolioId: string
    portfolioName: string
    entity: string
  }[]
  const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()
  const choices = listed.filter((one) => entity === '' || same(one.entity, entity))
  return (
    <>
      <SelectField
        label="Entity"
        placeholder="All entities"
        value={entity}
        onChange={(name) => onChange({ entity: name, portfolio: '' })}
        options={(entities.data ?? []).map(({ name }) => ({ value: name, label: name }))}
        {...(entities.isError ? { error: 'Failed to load entities. Please try again.' } : {})}
      />
      <SelectField
        label="Portfolio"
        placeholder={words}
        value={portfolio}
        onChange={(code) => onChange({ portfolio: code })}
        options={choices.map((one) => ({ value: one.portfolioId, label: one.portfolioName }))}
        {...(all.isError ? { error: 'Failed to load portfolios. Please try again.' } : {})}
      />
    </>
  )
}
