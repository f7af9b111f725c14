import { equities } from '@em/contract/equities/equities'
import { type RebalancingTargets, rebalancing } from '@em/contract/proposals/rebalancing'
import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useRoute, useWrite } from '../../lib/query.ts'
import { CancelButton, Modal } from '../../ui/Dialog.tsx'
import { FormSection, FormShell } from '../../ui/form/FormShell.tsx'
import { NumberField } from '../../ui/form/NumberField.tsx'
import { SelectField } from '../../ui/form/TextFields.tsx'
import { Percent } from '../../ui/Numbers.tsx'
import { notify } from '../../ui/notify.tsx'
import css from './Proposals.module.css'

interface Line {
  /** "symbol JKH.N0000" or "sector Banks". */
  of: string
  weight: string
  band: string
  lotSize: string
}

const text = (value: number) => String(value)
const NO_LINE: Line = { of: '', weight: '', band: '0', lotSize: '1' }

function valuesOf({ cashTarget, minimumTrade, cashMinimum, lines }: RebalancingTargets) {
  return {
    cashTarget: text(cashTarget),
    minimumTrade: text(minimumTrade),
    cashMinimum: text(cashMinimum),
    lines:
      lines.length === 0
        ? [NO_LINE]
        : lines.map(
            (line): Line => ({
              of: line.symbol === null ? `sector ${line.sector}` : `symbol ${line.symbol}`,
              weight: text(line.weight),
              band: text(line.band),
              lotSize: text(line.lotSize),
            }),
          ),
  }
}
type Values = ReturnType<typeof valuesOf>

function faultsIn({ lines }: Values): Record<string, string> {
  const faults: Record<string, string> = {}
  for (const [index, { of, weight }] of lines.entries()) {
    if (of === '') faults[`lines.${index}.of`] = 'Security or sector is required.'
    if (weight.trim() === '') faults[`lines.${index}.weight`] = 'Target is required.'
  }
  return faults
}

const amount = (typed: string) => Number(typed.replaceAll(',', '')) || 0

/** Sets the targets of a portfolio, all of them at once. */
export function TargetsModal({ targets, onClose }: { targets: RebalancingTargets; onClose: () => void }) {
  const save = useWrite(rebalancing.setTargets)
  const form = useForm({ initialValues: valuesOf(targets), validate: faultsIn })
  const securities = useRoute(equities.routes.list, { query: {} })
  const sectors = [...new Set((securities.data ?? []).flatMap(({ sector }) => sector ?? []))].toSorted()
  const options = [
    ...sectors.map((sector) => ({ value: `sector ${sector}`, label: `Sector: ${sector}` })),
    ...(securities.data ?? []).map(({ symbol, name }) => ({
      value: `symbol ${symbol}`,
      label: `${symbol} ${name}`,
    })),
  ]
  const { lines, cashTarget } = form.values
  const sum = lines.reduce((all, { weight }) => all + amount(weight), amount(cashTarget))
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Targets of ${targets.portfolioName}`}
      size="80rem"
      dirty={form.isDirty()}
    >
      <FormShell
        form={form}
        sticky={false}
        saveLabel="Save Targets"
        savingLabel="Saving"
        failed="The targets were not saved. Please try again."
        note={
          <>
            Together <Percent value={sum} />; what is left of 100% belongs to no target.
          </>
        }
        actions={<CancelButton />}
        onSubmit={async ({ lines: typed, ...values }) => {
          await save.mutateAsync({
            params: { portfolio: targets.portfolioId },
            query: {},
            body: {
              ...values,
              version: targets.version,
              lines: typed.map(({ of, ...line }) => ({
                ...line,
                symbol: of.startsWith('symbol ') ? of.slice(7) : null,
                sector: of.startsWith('sector ') ? of.slice(7) : null,
              })),
            },
          })
          notify.success(`The targets of ${targets.portfolioName} are saved.`)
          onClose()
        }}
      >
        <FormSection columns={3}>
          <NumberField name="cashTarget" label="Cash Target (%)" required />
          <NumberField
            name="minimumTrade"
            label="Minimum Trade (LKR)"
            required
            help="A smaller trade is not proposed"
          />
          <NumberField
            name="cashMinimum"
            label="Cash Minimum (LKR)"
            required
            help="Purchases are cut so that cash of no day falls below it"
          />
        </FormSection>
        <div className={css.lines}>
          {lines.map((_, index) => (
            <div key={index} className={css.line}>
              <SelectField
                name={`lines.${index}.of`}
                label={index === 0 ? 'Security or Sector' : `Security or Sector ${index + 1}`}
                required
                options={options}
              />
              <NumberField name={`lines.${index}.weight`} label="Target (%)" required />
              <NumberField name={`lines.${index}.band`} label="Band (± %)" required />
              <NumberField name={`lines.${index}.lotSize`} label="Lot Size" whole required />
              <Button
                variant="subtle"
                color="gray"
                aria-label={`Remove line ${index + 1}`}
                onClick={() => form.removeListItem('lines', index)}
              >
                Remove
              </Button>
            </div>
          ))}
          <div>
            <Button variant="default" size="compact-sm" onClick={() => form.insertListItem('lines', NO_LINE)}>
              Add line
            </Button>
          </div>
        </div>
      </FormShell>
    </Modal>
  )
}
