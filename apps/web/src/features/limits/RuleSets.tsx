import type { RuleSet } from '@em/contract/limits/limit-rule-sets'
import { LIMIT_TABS, limits } from '@em/contract/limits/limits'
import { Button, Stack } from '@mantine/core'
import { useRoute } from '../../lib/query.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Modal } from '../../ui/Dialog.tsx'
import { SmallTable } from '../../ui/SmallTable.tsx'
import { Loaded } from '../../ui/States.tsx'
import css from './Limits.module.css'
import { HARDNESS_WORDS, inUnit, type LimitTab, MEASURE_WORDS } from './limit-texts.ts'

type Line = RuleSet['lines'][number]
/** A line that a limit can be written of. */
export type Draft = Line & { measure: NonNullable<Line['measure']>; subject: NonNullable<Line['subject']> }
const isDraft = (line: Line): line is Draft => line.measure !== null && line.subject !== null

interface RuleSetsProps {
  opened: boolean
  tab: LimitTab
  onClose: () => void
  onUse: (line: Draft) => void
}

/** Drafts of limits by law, to be checked line by line; one that is used opens the form of a limit, filled. */
export function RuleSets({ opened, tab, onClose, onUse }: RuleSetsProps) {
  const query = useRoute(limits.ruleSets, {}, { enabled: opened })
  const kinds: readonly string[] = LIMIT_TABS[tab]
  return (
    <Modal opened={opened} onClose={onClose} title="Rule sets" size="xl">
      <Loaded query={query} failed="Failed to load the rule sets">
        {(sets) => (
          <Stack gap="md">
            <Banner tone="warning">
              These are drafts. Check each line against the law in force before you use it.
            </Banner>
            {sets
              .map((set) => ({ ...set, lines: set.lines.filter(({ kind }) => kinds.includes(kind)) }))
              .filter(({ lines }) => lines.length > 0)
              .map((set) => (
                <section key={set.code} className={css.part} aria-label={set.name}>
                  <h3 className={css.head}>{set.name}</h3>
                  <Lines set={set} onUse={onUse} />
                </section>
              ))}
          </Stack>
        )}
      </Loaded>
    </Modal>
  )
}

function boundOf({ bound, unit }: Line): string {
  if (bound !== null) return inUnit(bound, unit)
  return unit === 'none' ? '\u2013' : 'To be filled in'
}

function Lines({ set, onUse }: { set: RuleSet; onUse: (line: Draft) => void }) {
  return (
    <SmallTable label={set.name}>
      <thead>
        <tr>
          <th>Limit</th>
          <th data-optional>Measure</th>
          <th data-right>Bound</th>
          <th data-optional>Hardness</th>
          <th data-optional>To be checked</th>
          <th />
        </tr>
      </thead>
      <tbody>
        {set.lines.map((line) => (
          <tr key={line.code}>
            <td data-wrap>{line.name}</td>
            <td data-optional data-wrap>
              {line.measure === null ? line.asks : MEASURE_WORDS[line.measure]}
            </td>
            <td data-right>{boundOf(line)}</td>
            <td data-optional>{HARDNESS_WORDS[line.hardness]}</td>
            <td data-optional data-wrap>
              {line.note}
            </td>
            <td data-right>
              {isDraft(line) ? (
                <Button
                  size="compact-xs"
                  variant="default"
                  aria-label={`Use ${line.name}`}
                  onClick={() => onUse(line)}
                >
                  Use
                </Button>
              ) : (
                <span className={css.quiet}>Not measured</span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </SmallTable>
  )
}
