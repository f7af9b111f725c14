import { cds, type ServedPortfolio } from '@em/contract/cds/cds'
import { histories } from '@em/contract/histories/histories'
import { portfolios } from '@em/contract/portfolios/portfolios'
import { Button, Checkbox, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { problemOf } from '../../lib/api.ts'
import { readDate } from '../../lib/dates.ts'
import { useRoute, useWrite } from '../../lib/query.ts'
import { WithHistory } from '../../registers/RecordHistory.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Modal } from '../../ui/Dialog.tsx'
import { DialogActions } from '../../ui/DialogActions.tsx'
import { notify } from '../../ui/notify.tsx'
import { SmallTable } from '../../ui/SmallTable.tsx'
import { Loaded } from '../../ui/States.tsx'
import css from './Cds.module.css'

interface PortfoliosModalProps {
  id: number
  account: string
  onClose: () => void
}

/** Which portfolios an account serves, and of which it is the main account since when. */
export function PortfoliosModal({ id, account, onClose }: PortfoliosModalProps) {
  const served = useRoute(cds.portfolios, { params: { id } })
  const [dirty, setDirty] = useState(false)
  return (
    <Modal opened onClose={onClose} title={`Portfolios of ${account}`} size="lg" dirty={dirty}>
      <Loaded query={served} failed="Failed to load the portfolios of the account">
        {(rows) => (
          <WithHistory
            of={{
              ...histories.cdsPortfolios,
              params: { id },
              record: { entity: 'cds-account-portfolios', id },
            }}
          >
            <Choosing
              id={id}
              account={account}
              served={rows}
              onTyped={() => setDirty(true)}
              onClose={onClose}
            />
          </WithHistory>
        )}
      </Loaded>
    </Modal>
  )
}

interface Choice {
  readonly main: boolean
  readonly from: string
}

function Choosing({
  id,
  account,
  served,
  onTyped,
  onClose,
}: PortfoliosModalProps & { served: readonly ServedPortfolio[]; onTyped: () => void }) {
  const list = useRoute(portfolios.routes.list, { query: {} })
  const save = useWrite(cds.setPortfolios, { invalidates: ['cds-accounts'] })
  const [problem, setProblem] = useState<string | null>(null)
  const [chosen, setChosen] = useState<ReadonlyMap<string, Choice>>(
    () => new Map(served.map((one) => [one.portfolioId, { main: one.isMain, from: one.mainFrom ?? '' }])),
  )
  const change = (code: string, choice: Choice | null) => {
    onTyped()
    setChosen((before) => {
      const next = new Map(before)
      if (choice === null) next.delete(code)
      else next.set(code, choice)
      return next
    })
  }
  const store = async () => {
    const wrong = [...chosen].find(
      ([, { main, from }]) => main && from.trim() !== '' && readDate(from) === null,
    )
    if (wrong !== undefined) return setProblem(`The date of ${wrong[0]} is not a date.`)
    setProblem(null)
    try {
      await save.mutateAsync({
        params: { id },
        query: {},
        body: {
          portfolios: [...chosen].map(([portfolio, { main, from }]) => ({
            portfolio,
            main,
            ...(main && from.trim() !== '' ? { mainFrom: readDate(from) } : {}),
          })),
        },
      })
      notify.success(`The portfolios of ${account} were saved.`)
      onClose()
    } catch (error) {
      setProblem(problemOf(error, 'The portfolios were not saved. Please try again.'))
    }
  }
  return (
    <Loaded query={list} failed="Failed to fetch portfolios">
      {(all) => (
        <Stack gap="md">
          <p className={css.quiet}>
            A portfolio holds in its main account, but for trades that were placed in another one. Its first
            account becomes the main account.
          </p>
          {problem !== null && <Banner tone="error">{problem}</Banner>}
          <SmallTable label="Portfolios" tall>
            <thead>
              <tr>
                <th>Portfolio</th>
                <th>Main account</th>
                <th>Since</th>
              </tr>
            </thead>
            <tbody>
              {all
                .toSorted((a, b) => a.portfolioName.localeCompare(b.portfolioName))
                .map(({ portfolioId: code, portfolioName: name }) => {
                  const choice = chosen.get(code)
                  return (
                    <tr key={code}>
                      <td data-wrap>
                        <Checkbox
                          size="sm"
                          label={name}
                          checked={choice !== undefined}
                          onChange={() =>
                            change(code, choice === undefined ? { main: false, from: '' } : null)
                          }
                        />
                      </td>
                      <td>
                        <Checkbox
                          size="sm"
                          aria-label={`Main account of ${name}`}
                          checked={choice?.main ?? false}
                          disabled={choice === undefined}
                          onChange={() =>
                            change(code, { main: choice?.main !== true, from: choice?.from ?? '' })
                          }
                        />
                      </td>
                      <td className={css.since ?? ''}>
                        {choice?.main === true && (
                          <TextInput
                            size="xs"
                            aria-label={`Main account of ${name} since`}
                            placeholder="The beginning"
                            value={choice.from}
                            onChange={(event) =>
                              change(code, { main: true, from: event.currentTarget.value })
                            }
                          />
                        )}
                      </td>
                    </tr>
                  )
                })}
            </tbody>
          </SmallTable>
          <DialogActions>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button loading={save.isPending} onClick={() => void store()}>
              Save portfolios
            </Button>
          </DialogActions>
        </Stack>
      )}
    </Loaded>
  )
}
