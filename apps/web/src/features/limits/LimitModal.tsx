import { type LimitWithVersions, limits } from '@em/contract/limits/limits'
import { replacementOf } from '@em/core/limits/versions'
import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { useRoute } from '../../lib/query.ts'
import { Modal } from '../../ui/Dialog.tsx'
import { DialogActions } from '../../ui/DialogActions.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { IfMay } from '../../ui/IfMay.tsx'
import { DateText } from '../../ui/Numbers.tsx'
import { SmallTable } from '../../ui/SmallTable.tsx'
import { Loaded } from '../../ui/States.tsx'
import { Status } from '../../ui/Status.tsx'
import { useLast } from '../../ui/useLast.ts'
import { LimitForm } from './LimitForm.tsx'
import css from './Limits.module.css'
import {
  boundInWords,
  HARDNESS_CHOICES,
  HARDNESS_WORDS,
  IN_FORCE_WORDS,
  inUnit,
  type LimitTab,
  MEASURE_WORDS,
  OPERATOR_CHOICES,
} from './limit-texts.ts'

interface LimitModalProps {
  code: string | null
  tab: LimitTab
  onClose: () => void
}

/** One limit as it holds, with all versions of it. */
export function LimitModal({ code, tab, onClose }: LimitModalProps) {
  const shown = useLast(code)
  const query = useRoute(
    limits.one,
    { params: { code: shown ?? '' } },
    { enabled: code !== null, staleTime: 0 },
  )
  const [changing, change] = useState(false)
  return (
    <Modal
      opened={code !== null}
      onClose={onClose}
      title={query.data === undefined ? 'Limit' : `${query.data.code}: ${query.data.name}`}
      size="xl"
    >
      <Loaded query={query} failed="Failed to load the limit">
        {(limit) => (
          <Stack gap="md">
            <Body limit={limit} />
            <DialogActions>
              <IfMay call={limits.change}>
                <Button onClick={() => change(true)}>New Version</Button>
              </IfMay>
            </DialogActions>
            {changing && (
              <LimitForm of={limit} tab={tab} onClose={() => change(false)} onSaved={() => change(false)} />
            )}
          </Stack>
        )}
      </Loaded>
    </Modal>
  )
}

const labelOf = <T extends string>(choices: readonly { value: T; label: string }[], value: T) =>
  choices.find((one) => one.value === value)?.label ?? value

function Body({ limit }: { limit: LimitWithVersions }) {
  const { word, tone } = IN_FORCE_WORDS[limit.state]
  return (
    <>
      <Facts
        facts={[
          { label: 'State', value: <Status tone={tone}>{word}</Status> },
          { label: 'Measure', value: MEASURE_WORDS[limit.measure] },
          { label: 'Bound', value: boundInWords(limit) },
          { label: 'Of', value: limit.subject.label },
          { label: 'Portfolio', value: limit.scope.label },
          { label: 'Hardness', value: labelOf(HARDNESS_CHOICES, limit.hardness) },
          {
            label: 'At the bound',
            value: limit.bound === null ? '' : labelOf(OPERATOR_CHOICES, limit.operator),
          },
          { label: 'Warning', value: limit.bound === null ? '' : `From ${limit.warning} % of the bound` },
          { label: 'From', value: <DateText value={limit.effectiveFrom} /> },
          { label: 'Until', value: limit.effectiveTo === null ? '' : <DateText value={limit.effectiveTo} /> },
          { label: 'Grace', value: limit.grace === null ? '' : `${limit.grace} market days` },
          { label: 'Looks ahead', value: limit.days === null ? '' : `${limit.days} market days` },
          { label: 'Collateral', value: limit.collateral === null ? '' : inUnit(limit.collateral, 'LKR') },
          { label: 'Reason', value: limit.reason },
          { label: 'Source', value: limit.source },
        ]}
      />
      <section className={css.part} aria-label="Versions">
        <h3 className={css.head}>Versions</h3>
        <SmallTable label="Versions" tall>
          <thead>
            <tr>
              <th data-right>Version</th>
              <th>Bound</th>
              <th>Hardness</th>
              <th>From</th>
              <th data-optional>Until</th>
              <th data-optional>By</th>
              <th data-optional>Recorded</th>
              <th data-optional>Reason of the Change</th>
            </tr>
          </thead>
          <tbody>
            {limit.versions.map((version) => (
              <tr key={version.version}>
                <td data-right>{version.version}</td>
                <td>{boundInWords({ ...limit, bound: version.bound, side: version.side })}</td>
                <td>{HARDNESS_WORDS[version.hardness]}</td>
                <td>
                  <DateText value={version.effectiveFrom} />
                  <ReplacedBy version={replacementOf(limit.versions, version)?.version} />
                </td>
                <td data-optional>
                  {version.effectiveTo === null ? '' : <DateText value={version.effectiveTo} />}
                </td>
                <td data-optional>{version.recordedBy}</td>
                <td data-optional>
                  <DateText value={version.recordedAt} time />
                </td>
                <td data-optional data-wrap>
                  {version.changeReason ?? ''}
                </td>
              </tr>
            ))}
          </tbody>
        </SmallTable>
      </section>
    </>
  )
}

/** Next to the first day of a version that another one replaced from that day or an earlier one on. */
function ReplacedBy({ version }: { version: number | undefined }) {
  return version === undefined ? null : <div className={css.quiet}>Replaced by version {version}</div>
}
