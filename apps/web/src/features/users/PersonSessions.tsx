import { type SessionRecord, type UserRecord, users } from '@em/contract/identity'
import { Button, Text } from '@mantine/core'
import { useRoute, useWrite } from '../../lib/query.ts'
import { notify } from '../../ui/notify.tsx'
import { Loaded } from '../../ui/States.tsx'
import { SessionList } from './SessionList.tsx'
import { nameOf } from './useUserActions.ts'

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
            <SessionList
              sessions={all}
              ending={end.isPending ? Number(end.variables.params.sessionId) : undefined}
              onEnd={(one) => void endOne(one)}
            />
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
