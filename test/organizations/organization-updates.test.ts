import { expect, test } from 'vitest'
import { bank, organizationTools } from '../support/given/organization-tools.ts'
import { startServer } from '../support/service/harness.ts'

const server = startServer()

const { given, events, audited } = organizationTools(server)

test('an update keeps absent fields, clears null fields and increments the version', async () => {
  const { officer, organization, path } = await given({
    notes: 'старое',
    short_name: 'ООО «Дуб»',
    bank_details: bank,
  })
  const { status, body } = await officer.patch(path, {
    notes: null,
    legal_address: 'Москва',
    contact: { name: 'Приёмная' },
    version: 1,
  })
  expect(status).toBe(200)
  expect(body).toEqual({
    ...organization,
    notes: null,
    legal_address: 'Москва',
    contact: { name: 'Приёмная', email: null, phone: null },
    version: 2,
    updated_at: body.updated_at,
  })
  expect((await audited(organization.id)).at(-1)).toMatchObject({
    action: 'organization.updated',
    details: { changed: ['legal_address', 'contact', 'notes'], version: 2 },
  })
  expect((await events(organization.id)).at(-1)).toMatchObject({ type: 'organization.updated' })
})

test('an update without changes does nothing', async () => {
  const { officer, organization, path } = await given({ notes: 'как было', bank_details: bank })
  const reply = await officer.patch(path, {
    notes: 'как было',
    bank_details: bank,
    kyb_status: 'new',
    version: 1,
  })
  expect(reply).toMatchObject({ status: 200, body: organization })
  expect(await events(organization.id)).toHaveLength(1)
  expect(await audited(organization.id)).toHaveLength(1)
})

test('an old version is refused and changes nothing, and the refusal says who changed what', async () => {
  const { officer, path } = await given()
  await officer.patch(path, { okved_main: '62.01', contact: { email: 'a@example.com' } })
  const { body } = await officer.patch(path, { notes: 'первый' })
  const actor = { kind: 'administrator', id: expect.any(String), name: expect.stringMatching(/@/) }
  const notes = { version: 3, fields: ['notes'], actor, at: body.updated_at }
  const refusal = (version: number) => officer.patch(path, { notes: 'второй', version })
  expect(await refusal(2)).toMatchObject({
    status: 409,
    body: { code: 'version_conflict', context: { version: 3, changes: [notes] } },
  })
  expect((await refusal(1)).body.context.changes).toEqual([
    notes,
    expect.objectContaining({ version: 2, fields: ['okved_main', 'contact'], actor }),
  ])
  expect((await officer.get(path)).body).toEqual(body)
})

test('an update is refused with all faults, including those that depend on the stored organization', async () => {
  const { officer, path } = await given({ registration_date: '2010-01-01' })
  expect((await officer.patch(path, {})).body.detail).toEqual([
    {
      loc: ['body'],
      msg: 'Value error, at least one field must be sent',
      type: 'value_error',
      ctx: { code: 'empty_update' },
    },
  ])
  const { status, body } = await officer.patch(path, {
    ogrn: '304500116000157',
    liquidation_date: '2009-12-31',
  })
  expect({ status, locs: body.detail.map(({ loc }: { loc: string[] }) => loc[1]) }).toEqual({
    status: 422,
    locs: ['ogrn', 'liquidation_date'],
  })
  expect((await officer.patch(path, { inn: '7707083893' })).body.detail).toMatchObject([
    { loc: ['body', 'inn'], type: 'extra_forbidden' },
  ])
  expect((await officer.patch(path, { full_name: null })).status).toBe(422)
})

test.each(['missing', '%00', 'x'.repeat(3000), '01890a5d-ac96-774b-bcce-b302099a8057'])(
  'an unknown id (%#) is 404',
  async (id) => {
    const officer = await server.signIn('officer')
    for (const reply of [
      await officer.get(`/v1/organizations/${id}`),
      await officer.patch(`/v1/organizations/${id}`, { notes: 'x' }),
    ]) {
      expect(reply).toMatchObject({ status: 404, body: { code: 'organization_not_found' } })
    }
  },
)
