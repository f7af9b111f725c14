import type { RoleRecord } from '@em/contract/identity/identity'
import { RIGHTS } from '@em/contract/identity/rights'
import { Checkbox, Text } from '@mantine/core'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import { Fragment, useState } from 'react'
import { type RowAction, RowMenu } from '../../../ui/grid/GridTools.tsx'
import css from './RoleMatrix.module.css'
import { holds, type RoleEdits, ticked } from './role-edits.ts'

/** The rights in the order in which they are shown, by area. */
export const AREAS = [...Map.groupBy(RIGHTS, ({ area }) => area)]

interface RoleMatrixProps {
  roles: readonly RoleRecord[]
  edits: RoleEdits
  /** Absent: everything is read only. */
  onEdits?: ((edits: RoleEdits) => void) | undefined
  actionsOf: (role: RoleRecord) => readonly RowAction[]
  disabled: boolean
}

/** All roles side by side: a row for each right, a column for each role. Own roles are ticked in place. */
export function RoleMatrix({ roles, edits, onEdits, actionsOf, disabled }: RoleMatrixProps) {
  return (
    <div className={css.frame} role="region" aria-label="Rights of the roles" tabIndex={0}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">Right</th>
            {roles.map((role) => (
              <th key={role.name} scope="col" data-changed={role.name in edits || undefined}>
                <div className={css.role}>
                  <span className={css.name}>{role.name}</span>
                  <RoleMenu name={role.name} actions={actionsOf(role)} />
                </div>
                <Text size="xs" c="dimmed">
                  {role.isBuiltIn ? 'Built-in' : 'Own'} · {role.people}{' '}
                  {role.people === 1 ? 'person' : 'people'}
                </Text>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {AREAS.map(([area, inArea]) => (
            <Fragment key={area}>
              <tr className={css.area}>
                <th scope="rowgroup">{area}</th>
                {roles.map((role) => (
                  <td key={role.name}>
                    {!role.isBuiltIn && onEdits !== undefined && (
                      <AreaBox
                        label={`${role.name}: all of ${area}`}
                        held={inArea.filter(({ name }) => holds(role, name, edits)).length}
                        of={inArea.length}
                        disabled={disabled}
                        onTick={(on) =>
                          onEdits(ticked(edits, role, { rights: inArea.map(({ name }) => name), on }))
                        }
                      />
                    )}
                  </td>
                ))}
              </tr>
              {inArea.map(({ name, label }) => (
                <tr key={name}>
                  <th scope="row">{label}</th>
                  {roles.map((role) => (
                    <td key={role.name} data-changed={edits[role.name]?.[name] !== undefined || undefined}>
                      {role.isBuiltIn || onEdits === undefined ? (
                        <Mark held={holds(role, name, edits)} />
                      ) : (
                        <Checkbox
                          size="xs"
                          aria-label={`${role.name}: ${label}`}
                          disabled={disabled}
                          checked={holds(role, name, edits)}
                          onChange={({ currentTarget: { checked: on } }) =>
                            onEdits(ticked(edits, role, { rights: [name], on }))
                          }
                        />
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function RoleMenu({ name, actions }: { name: string; actions: readonly RowAction[] }) {
  const [opened, open] = useState(false)
  return <RowMenu alone label={`Actions for ${name}`} actions={actions} opened={opened} onChange={open} />
}

function Mark({ held }: { held: boolean }) {
  return held ? (
    <IconCheck size={16} role="img" aria-label="Yes" />
  ) : (
    <span className="em-visually-hidden">No</span>
  )
}

interface AreaBoxProps {
  label: string
  held: number
  of: number
  disabled: boolean
  onTick: (on: boolean) => void
}

function AreaBox({ label, held, of, disabled, onTick }: AreaBoxProps) {
  return (
    <Checkbox
      size="xs"
      aria-label={label}
      disabled={disabled}
      checked={held === of}
      indeterminate={held > 0 && held < of}
      onChange={({ currentTarget }) => onTick(currentTarget.checked)}
    />
  )
}
