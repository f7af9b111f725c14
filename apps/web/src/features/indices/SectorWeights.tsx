import { SECTORS } from '@em/contract/equities/equities'
import { type IndexWeights, indexValues } from '@em/contract/indices/index-values'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { problemOf } from '../../lib/api.ts'
import { formatDate, today } from '../../lib/dates.ts'
import { formatNumber, readNumeral } from '../../lib/numerals.ts'
import { useRoute, useWrite } from '../../lib/query.ts'
import { Banner } from '../../ui/Banner.tsx'
import { DialogActions } from '../../ui/DialogActions.tsx'
import { DateField } from '../../ui/form/DateField.tsx'
import { NumberField } from '../../ui/form/NumberField.tsx'
import { IfMay } from '../../ui/IfMay.tsx'
import { DateText, Percent } from '../../ui/Numbers.tsx'
import { notify } from '../../ui/notify.tsx'
import { Section } from '../../ui/Page.tsx'
import { SmallTable } from '../../ui/SmallTable.tsx'
import { EmptyState, Loaded } from '../../ui/States.tsx'
import { TypedModal } from '../../ui/TypedModal.tsx'

/** The shares of the sectors in an index: what attribution compares with. */
export function SectorWeights({ code }: { code: string }) {
  const query = useRoute(indexValues.weights, { params: { code } })
  const [adding, add] = useState(false)
  const newest = query.data?.[0]
  return (
    <Section
      title="Sector weights"
      actions={
        <IfMay call={indexValues.recordWeights}>
          <Button variant="default" onClick={() => add(true)}>
            Record weights
          </Button>
        </IfMay>
      }
    >
      <Loaded query={query} failed="Failed to load the sector weights">
        {(sets) =>
          newest === undefined ? (
            <EmptyState title="No sector weights are recorded">
              With them, and with values of sector indices, Performance Metrics tells attribution by sector.
            </EmptyState>
          ) : (
            <>
              <Text size="sm">
                From <DateText value={newest.effectiveFrom} /> on
                {sets.length > 1 && `; ${sets.length - 1} earlier`}
              </Text>
              <SmallTable label={`Sector weights of ${code}`}>
                <thead>
                  <tr>
                    <th>Sector</th>
                    <th data-right>Weight (%)</th>
                  </tr>
                </thead>
                <tbody>
                  {newest.weights.map(({ sector, weight }) => (
                    <tr key={sector}>
                      <td>{sector}</td>
                      <td data-right>
                        <Percent value={weight} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </SmallTable>
            </>
          )
        }
      </Loaded>
      <TypedModal opened={adding} onClose={() => add(false)} title={`Sector weights of ${code}`} size="lg">
        {({ onTyped, onClose }) => (
          <WeightsForm code={code} known={newest} onTyped={onTyped} onDone={onClose} />
        )}
      </TypedModal>
    </Section>
  )
}

interface WeightsFormProps {
  code: string
  known: IndexWeights | undefined
  onTyped: () => void
  onDone: () => void
}

function WeightsForm({ code, known, onTyped, onDone }: WeightsFormProps) {
  const [from, setFrom] = useState(today())
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>(
    Object.fromEntries((known?.weights ?? []).map(({ sector, weight }) => [sector, String(weight)])),
  )
  const [problem, setProblem] = useState<string | null>(null)
  const record = useWrite(indexValues.recordWeights, { invalidates: ['performance'] })
  const weights = SECTORS.flatMap((sector) => {
    const weight = readNumeral(typed[sector] ?? '')
    return weight === null || weight === '' || Number(weight) === 0 ? [] : [{ sector, weight }]
  })
  const sum = weights.reduce((total, { weight }) => total + Math.round(Number(weight) * 1e4), 0) / 1e4
  const save = async () => {
    setProblem(null)
    try {
      await record.mutateAsync({ params: { code }, query: {}, body: { effectiveFrom: from, weights } })
      notify.success(`Sector weights of ${code} from ${formatDate(from)} on recorded.`)
      onDone()
    } catch (error) {
      setProblem(problemOf(error, 'The weights were not recorded. Please try again.'))
    }
  }
  return (
    <Stack gap="sm">
      {problem !== null && <Banner tone="error">{problem}</Banner>}
      <DateField label="From" value={from} onChange={setFrom} />
      {SECTORS.map((sector) => (
        <NumberField
          key={sector}
          label={sector}
          unit="%"
          value={typed[sector] ?? ''}
          onChange={(weight) => {
            onTyped()
            setTyped((before) => ({ ...before, [sector]: weight }))
          }}
        />
      ))}
      <DialogActions>
        <Group gap="sm">
          <Text size="sm">Together {formatNumber(sum, { decimals: 2 })}%</Text>
          <Button
            loading={record.isPending}
            disabled={weights.length === 0 || from === ''}
            onClick={() => void save()}
          >
            Save weights
          </Button>
        </Group>
      </DialogActions>
    </Stack>
  )
}
