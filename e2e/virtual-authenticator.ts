import type { Page } from 'playwright-core'

/** An authenticator of Chromium itself, which answers for the person. */
export async function addAuthenticator(page: Page, transport: 'internal' | 'usb' = 'internal') {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    /** A later test may use the same page. */
    async remove() {
      await cdp.send('WebAuthn.disable')
      await cdp.detach()
    },
    async credentials() {
      return (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials
    },
    /** Whether the person touches it when it asks. */
    answers(enabled: boolean) {
      return cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
    },
    /** Puts back a copy of its only credential as it was after so many signatures. */
    async restore(signCount: number) {
      const [credential] = await this.credentials()
      if (!credential) throw new Error('There is no credential.')
      const { credentialId } = credential
      await cdp.send('WebAuthn.removeCredential', { authenticatorId, credentialId })
      await cdp.send('WebAuthn.addCredential', {
        authenticatorId,
        credential: { ...credential, signCount },
      })
    },
  }
}
