import { type SessionRecord, type UserRecord, users } from '@em/contract/identity'
import { Button, Text } from '@mantine/core'
import { formatMoment } from '../../../lib/dates.ts'
import { useRoute, useWrite } from '../../../lib/query.ts'
import { notify } from '../../../ui/notify.tsx'
import { Loaded } from '../../../ui/States.tsx'
import css from '../ProfileModal.module.css'
import { sessionInWords } from '../session-words.ts'
import { nameOf } from '../useUserActions.ts'

/** The sessions of another person, with a way to end one or all. */
export function PersonSessions({ user }: { user: UserRecord }) {
  const query = useRoute(users.sessions, { params: { id: user.id } }, { refetchOnMount: 'always' })
  const end = useWrite(users.endSession)
  const endAll = useWrite(users.endSessions)
  const failed = (error: unknown) => notify.error('The session could not be ended. Please try again.', error)
  const endOne = (one: SessionRecord) =>
    end
      .mutateAsync({ params: { id: user.id, sessionId: one.id } })
      .then(() => notify.success(`${one.browser} was signed out.`))
      .catch(failed)
  const endEvery = () =>
    endAll
      .mutateAsync({ params: { id: user.id } })
      .then(() => notify.success(`${nameOf(user)} was signed out everywhere.`))
      .catch(failed)
  return (
    <Loaded query={query} failed="Failed to fetch the sessions">
      {(all) =>
        all.length === 0 ? (
          <Text size="sm" c="dimmed">
            Nowhere.
          </Text>
        ) : (
          <>
            <ul className={css.sessions}>
              {all.map((one) => (
                <li key={one.id}>
                  <div className={css.who}>
                    <Text fw={500}>{one.browser}</Text>
                    <Text size="sm" c="dimmed">
                      {sessionInWords(one)}
                    </Text>
                  </div>
                  <Button
                    size="compact-sm"
                    variant="default"
                    loading={end.isPending && end.variables.params.sessionId === one.id}
                    aria-label={`Sign out ${one.browser}, last used ${formatMoment(one.lastUsedAt)}`}
                    onClick={() => void endOne(one)}
                  >
                    Sign out
                  </Button>
                </li>
              ))}
            </ul>
            {all.length > 1 && (
              <Button variant="default" loading={endAll.isPending} onClick={() => void endEvery()} mt="xs">
                Sign out everywhere
              </Button>
            )}
          </>
        )
      }
    </Loaded>
  )
}
