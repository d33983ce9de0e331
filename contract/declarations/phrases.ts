/** What many errors advise, and the id that examples have. */
export const retry = 'Wait as long as `Retry-After` says, then send the request again.'
export const signIn = 'Sign in again.'
export const checkId = 'Check the id.'
export const readAgain =
  'Read the object again, look at what has changed, and send the request with its new version.'
export const exampleId = '0199f0a4-5c1e-7b3a-9d42-6e8f01a2b3c4'
