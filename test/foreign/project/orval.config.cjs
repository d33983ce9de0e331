module.exports = {
  kontor: {
    input: './generated/openapi.json',
    output: {
      target: './generated/orval/kontor.ts',
      client: 'fetch',
      override: { mutator: { path: './orval-fetch.ts', name: 'orvalFetch', extension: '.js' } },
    },
  },
}
