// Made from the contract by scripts/generate-client.ts. Do not edit.

import type { Wire } from './wire.ts'
import type {
  AcceptPayerBody,
  AcquisitionListResponse,
  AcquisitionResponse,
  AddAddressBody,
  AddPasskeyRequest,
  AddressChallengeBody,
  AddressChallengeResponse,
  AdminLoginRequest,
  AdminLoginResponse,
  AdminMeResponse,
  AdminRefreshRequest,
  AdminRefreshResponse,
  AdministratorListResponse,
  AdministratorNameListResponse,
  AdministratorResponse,
  AdministratorWithLink,
  AllocateCreditBody,
  AnnouncedLineListResponse,
  ApiKeyListResponse,
  ApiKeyResponse,
  ApprovalListResponse,
  ApprovalResponse,
  AssignPurchaseRequestBody,
  AuditEventListResponse,
  AuditVerificationResponse,
  BalanceListResponse,
  BankAccountListResponse,
  BankRegisterResponse,
  BankResponse,
  BanksImportResponse,
  Body_put_bank_details_document,
  Body_put_charter_document,
  Body_put_inn_certificate_document,
  Body_put_kyc_representative_document,
  Body_put_ogrn_certificate_document,
  Body_put_other_document,
  Body_put_power_of_attorney_document,
  BookAddressListResponse,
  BookAddressResponse,
  BulkAssignBody,
  BulkDocumentsResponse,
  BulkLinesResponse,
  BulkMatchBody,
  BulkMoveBody,
  BulkRequestsResponse,
  BulkReviewBody,
  CancelTransferBatchBody,
  CancelTransferBody,
  CertainMatchesResponse,
  ChainImportResponse,
  ChainLineListResponse,
  ChainLineResponse,
  ChainStatementsResponse,
  ChangeListResponse,
  ChangePasswordRequest,
  ChangePasswordResponse,
  CheckAddressRequest,
  CheckAddressResponse,
  CheckScreeningBody,
  CheckScreeningResponse,
  ClientContractResponse,
  CloseBooksBody,
  CloseExceptionBody,
  CloseResponse,
  CommentAttachment,
  ConfirmFoundingBody,
  ConfirmOtpRequest,
  ConfirmOtpResponse,
  ConfirmTransferBody,
  CorrectPurchaseRequestBody,
  CreateAcquisitionBody,
  CreateAdministratorRequest,
  CreateApiKeyRequest,
  CreateApiKeyResponse,
  CreateCommentBody,
  CreateDeliveryBody,
  CreateDeskCompanyBody,
  CreateEntryBody,
  CreateOrganizationPersonBody,
  CreateOrganizationRequest,
  CreatePaymentBody,
  CreatePaymentFileBody,
  CreatePostingRuleBody,
  CreatePurchaseRequestBody,
  CreatePurchaseRequestCommentBody,
  CreateQuoteBody,
  CreateRefundBody,
  CreateViewBody,
  CreateWalletsResponse,
  CreateWebhookEndpointBody,
  CreditListResponse,
  CreditResponse,
  DailyReport,
  DecideScreeningHitBody,
  DeliveryProgressResponse,
  DeliverySourcesResponse,
  DeskCompanyListResponse,
  DeskCompanyResponse,
  DisableOtpRequest,
  DocumentCommentListResponse,
  DocumentCommentResponse,
  DocumentResponse,
  DocumentVersionResponse,
  DocumentsAgeingReport,
  EnrolOtpRequest,
  EnrolOtpResponse,
  EntryListResponse,
  EntryResponse,
  ExplainStatementBody,
  FilteredDocumentsResponse,
  FilteredOrganizationsResponse,
  FilteredPaymentsResponse,
  FilteredRequestsResponse,
  FilteredWalletsResponse,
  FilteredWebhookDeliveriesResponse,
  FoundingResponse,
  FunnelReport,
  IdentityDocumentResponse,
  ImportBanksBody,
  ImportChainStatementBody,
  ImportPartyRegisterBody,
  ImportRatesBody,
  ImportScreeningListBody,
  ImportStatementBody,
  InboxResponse,
  IncomingPaymentListResponse,
  IssuePaperBody,
  KybAgeingReport,
  KybChecklistResponse,
  LedgerResponse,
  ListTotals,
  MatchChainLineBody,
  MatchStatementLineBody,
  MnemonicResponse,
  MoveSurplusBody,
  NewTransferBatchBody,
  NewTransferBody,
  Notice,
  NotificationSettings,
  OrganizationCommentListResponse,
  OrganizationCommentResponse,
  OrganizationListResponse,
  OrganizationPersonListResponse,
  OrganizationPersonResponse,
  OrganizationResponse,
  OrganizationScreeningResponse,
  OverviewResponse,
  PaperListResponse,
  PaperResponse,
  PartyRegisterResponse,
  PartySearchListResponse,
  PasskeyCreationOptions,
  PasskeyListResponse,
  PasskeyRequestOptions,
  PasskeyResponse,
  PasskeySignInRequest,
  PasskeySignatureOptionsRequest,
  PasskeySignatureOptionsResponse,
  PasswordLinkResponse,
  PaymentFileListResponse,
  PaymentFileResponse,
  PaymentListResponse,
  PaymentResponse,
  PlanResponse,
  PolicyPreviewResponse,
  PolicyResponse,
  PositionHistoryResponse,
  PositionResponse,
  PostChainMoveBody,
  PostStatementLineBody,
  PostingRuleListResponse,
  PostingRuleResponse,
  PreviewPolicyBody,
  ProposeFoundingBody,
  PurchaseRequestCommentListResponse,
  PurchaseRequestCommentResponse,
  PurchaseRequestHistoryResponse,
  PurchaseRequestListResponse,
  PurchaseRequestNextStepsResponse,
  PurchaseRequestResponse,
  QuoteListResponse,
  QuoteResponse,
  RateListResponse,
  RateResponse,
  RatesImportResponse,
  ReadAllBody,
  ReadAllResponse,
  ReadLinkRequest,
  ReauthenticateRequest,
  ReauthenticateResponse,
  ReconciliationResponse,
  RefundCreditBody,
  RefundListResponse,
  RefundResponse,
  RefundsToPayResponse,
  RegisterImport,
  ReleaseTransferBody,
  RenamePasskeyRequest,
  ReopenBooksBody,
  ReplaceWalletsBody,
  ReportListResponse,
  RequestDeliveryListResponse,
  RequestDeliveryResponse,
  RequestResultResponse,
  ResultsResponse,
  RevaluationResponse,
  RevalueBody,
  ReverseAcquisitionBody,
  ReverseDeliveryBody,
  ReverseEntryBody,
  ReversePaymentBody,
  ReverseRefundBody,
  ReviewDocumentRequest,
  RotateWebhookSecretBody,
  ScreeningHitDetailsResponse,
  ScreeningHitListResponse,
  ScreeningImportResponse,
  ScreeningStatusResponse,
  SearchResponse,
  SecretKeyResponse,
  SessionListResponse,
  SetAsideChainLineBody,
  SetAsideStatementLineBody,
  SetClientContractBody,
  SetPasswordRequest,
  SetPlanBody,
  SetRateBody,
  SetupResponse,
  SignInMethods,
  SignTransferBatchBody,
  SignTransferBody,
  SignedTransferBatchResponse,
  SignedTransferResponse,
  SigningResponse,
  StatementLineListResponse,
  StatementLineResponse,
  StatementListResponse,
  StatementResponse,
  StatusResponse,
  StopSigningBody,
  TimeInStatusReport,
  TopUpBody,
  TransferBatchDetailsResponse,
  TransferBatchListResponse,
  TransferDetailsResponse,
  TransferListResponse,
  TransferResponse,
  TrialBalanceResponse,
  UnpostChainFeeBody,
  UnpostStatementLineBody,
  UpdateAdministratorRequest,
  UpdateDeskCompanyBody,
  UpdateNotificationSettingsBody,
  UpdateOrganizationPersonBody,
  UpdateOrganizationRequest,
  UpdatePolicyBody,
  UpdatePurchaseRequestStatusBody,
  UpdateSetupStepBody,
  UpdateViewBody,
  UpdateWebhookDeliveryStateBody,
  UpdateWebhookEndpointBody,
  UploadAttachmentBody,
  VaultResponse,
  ViewListResponse,
  ViewResponse,
  VoidPaperBody,
  VoidPaymentFileBody,
  VolumesReport,
  VoteBody,
  VotedApprovalResponse,
  WalletBalanceListResponse,
  WalletDetailsResponse,
  WalletGenerationListResponse,
  WalletGenerationResponse,
  WalletMovementListResponse,
  WalletResponse,
  WebhookDeliveryDetailResponse,
  WebhookDeliveryListResponse,
  WebhookDeliveryResponse,
  WebhookDeliveryStateResponse,
  WebhookEndpointListResponse,
  WebhookEndpointResponse,
  WebhookEndpointWithSecretResponse,
  WorkListResponse,
  WorkResponse,
} from './generated-types.ts'

/** Every operation by its id: what it takes and what it returns. */
export interface Operations {
  /**
   * Accept that somebody else has paid for the organization.
   *
   * Accepting once more changes nothing.
   */
  acceptPayer: {
    input: {
      params: {
        /** The id of the purchase request */
        request_id: string
        /** The id of the payment */
        payment_id: string
      }
      body: AcceptPayerBody
    }
    response: PaymentResponse
  }
  /**
   * Add an address.
   *
   * It is screened at once. The policy says who must approve it, and after which time it can be used.
   */
  addAddress: {
    input: {
      params: {
        /** The id of the organization */
        organization_id: string
      }
      body: AddAddressBody
    }
    response: BookAddressResponse
  }
  /**
   * Add a passkey.
   *
   * Needs a sign-in within the last 15 minutes and, unless it is the first, the signature of one of your passkeys.
   */
  addPasskey: {
    input: {
      body: AddPasskeyRequest
    }
    response: PasskeyResponse
  }
  /**
   * Use money of a credit for a purchase request.
   *
   * It becomes a payment of the request, with the reference, the payer and the time of the credit. The request must take money: `approved`, `expired`, `paid` or `failed`.
   */
  allocateCredit: {
    input: {
      params: {
        /** The id of the credit */
        credit_id: string
      }
      body: AllocateCreditBody
    }
    response: CreditResponse
  }
  /**
   * Download all invoices and acts of some days in one ZIP.
   *
   * By their date; those that no longer hold have a stamp. 503 `paper_rendering` while a PDF is being made. It is recorded in the audit log.
   */
  archivePapers: {
    input: {
      query: {
        /** The first day */
        from: string
        /** The last day */
        to: string
        /** Only papers of this company of the desk */
        company_id?: string | undefined
      }
    }
    response: Response
  }
  /** Assign a purchase request to an administrator, or to nobody */
  assignPurchaseRequest: {
    input: {
      params: {
        /** The id of the purchase request */
        request_id: string
      }
      body: AssignPurchaseRequestBody
    }
    response: PurchaseRequestResponse
  }
  /**
   * Send the signed transaction to the network.
   *
   * Needs a node of the network. It can be repeated: a network carries out a transaction once.
   */
  broadcastTransfer: {
    input: {
      params: {
        /** The id of the transfer */
        transfer_id: string
      }
    }
    response: TransferResponse
  }
  /** Assign many purchase requests */
  bulkAssign: {
    input: {
      body: BulkAssignBody
    }
    response: BulkRequestsResponse
  }
  /**
   * Match many lines of statements with the requests that are certain.
   *
   * A line whose match is no longer certain is refused (409 `match_uncertain`).
   */
  bulkMatch: {
    input: {
      body: BulkMatchBody
    }
    response: BulkLinesResponse
  }
  /** Change the status of many purchase requests */
  bulkMove: {
    input: {
      body: BulkMoveBody
    }
    response: BulkRequestsResponse
  }
  /**
   * Approve or reject many documents.
   *
   * The results have no `download_url`.
   */
  bulkReview: {
    input: {
      body: BulkReviewBody
    }
    response: BulkDocumentsResponse
  }
  /** Cancel a transfer that is not signed */
  cancelTransfer: {
    input: {
      params: {
        /** The id of the transfer */
        transfer_id: string
      }
      body: CancelTransferBody
    }
    response: TransferResponse
  }
  /**
   * Dissolve a batch.
   *
   * Nothing more is signed under it. Transfers that are not signed can be signed by themselves, or put into another batch; what was signed stays signed.
   */
  cancelTransferBatch: {
    input: {
      params: {
        /** The id of the batch */
        batch_id: string
      }
      body: CancelTransferBatchBody
    }
    response: TransferBatchDetailsResponse
  }
  /**
   * Make a message that the owner of an address signs.
   *
   * Not for tron, whose addresses can only be declared.
   */
  challengeAddress: {
    input: {
      params: {
        /** The id of the organization */
        organization_id: string
      }
      body: AddressChallengeBody
    }
    response: AddressChallengeResponse
  }
  /** Change your password and end your other sessions */
  changePassword: {
    input: {
      body: ChangePasswordRequest
    }
    response: ChangePasswordResponse
  }
  /**
   * Check the format and the checksum of an address.
   *
   * Does not query a blockchain: a valid address need not exist. `not_payable` says if it is known that nobody, or anybody, could take coins that are sent there.
   */
  checkDestinationAddress: {
    input: {
      body: CheckAddressRequest
    }
    response: CheckAddressResponse
  }
  /**
   * Look for somebody in the lists.
   *
   * Leaves no trace on any organization.
   */
  checkScreening: {
    input: {
      body: CheckScreeningBody
    }
    response: CheckScreeningResponse
  }
  /**
   * Make every day up to one final.
   *
   * From then on nothing is posted on these days, whoever writes. What people record for them is 409 `period_closed`; what the service must record goes to the first open day and keeps its time. Open items need a `reason`.
   */
  closeBooks: {
    input: {
      body: CloseBooksBody
    }
    response: CloseResponse
  }
  /**
   * Say why nothing more is to be done about a request whose facts were reversed after it was completed.
   *
   * Takes it out of the work queue `exceptions`. What the organization owes stays what it is. 409 `no_exception` if there is none.
   */
  closeException: {
    input: {
      params: {
        /** The id of the purchase request */
        request_id: string
      }
      body: CloseExceptionBody
    }
    response: PurchaseRequestResponse
  }
  /**
   * Confirm as a founder that the named people are independent.
   *
   * In a session of your own, signed in with a passkey or a one-time code within 15 minutes. Nobody confirms within 24 hours after their account was created or reset, except on the first day of the installation. With the last confirmation the founders count as different people.
   */
  confirmFounding: {
    input: {
      body: ConfirmFoundingBody
    }
    response: FoundingResponse
  }
  /** Confirm the enrolment with a first code and get recovery codes */
  confirmOtp: {
    input: {
      body: ConfirmOtpRequest
    }
    response: ConfirmOtpResponse
  }
  /**
   * Say that the network has carried out a transfer.
   *
   * Where the installation has no node of the network. What it delivers is recorded at the same moment. With a node it is 409: the node is asked. A transfer that was given up or replaced is confirmed in the same way if the network has carried it out all the same; of one that has failed or was given up a node is asked at once. What the network cannot carry out besides it has failed then.
   */
  confirmTransfer: {
    input: {
      params: {
        /** The id of the transfer */
        transfer_id: string
      }
      body: ConfirmTransferBody
    }
    response: TransferResponse
  }
  /**
   * New access token for the refresh cookie.
   *
   * For browsers: the refresh token is taken from the cookie that the sign-in has set, and the response sets the next one. Accepted only from our own pages. `refresh` goes on working in the same session.
   */
  cookieRefresh: {
    input: object
    response: {
      /** Send it as `Authorization: Bearer …` */
      access_token: string
      /** Always `bearer` */
      token_type: 'bearer'
      /** For how many seconds the access token is valid */
      expires_in: number
    }
  }
  /**
   * Correct a purchase request.
   *
   * Possible until money has come. An `approved` or `expired` request goes back to `in_review`. The history says what was changed.
   */
  correctPurchaseRequest: {
    input: {
      params: {
        /** The id of the purchase request */
        request_id: string
      }
      body: CorrectPurchaseRequestBody
    }
    response: PurchaseRequestResponse
  }
  /**
   * Record an acquisition of coins.
   *
   * Posts the coins to the account of the wallet, and what they cost to the account of the counterparty. A reference that the company has already is refused. Supports `Idempotency-Key`.
   */
  createAcquisition: {
    input: {
      body: CreateAcquisitionBody
    }
    response: AcquisitionResponse
  }
  /**
   * Create an administrator.
   *
   * The account has no password. The response has a one-time link, with which the person sets one within 24 hours.
   */
  createAdministrator: {
    input: {
      body: CreateAdministratorRequest
    }
    response: AdministratorWithLink
  }
  /** Create an API key */
  createApiKey: {
    input: {
      body: CreateApiKeyRequest
    }
    response: CreateApiKeyResponse
  }
  /**
   * Record coins that were sent for a purchase request.
   *
   * Has the blockers of `completed`. The delivery that completes the amount makes the request `completed`. Supports `Idempotency-Key`.
   */
  createDelivery: {
    input: {
      params: {
        /** The id of the purchase request */
        request_id: string
      }
      body: CreateDeliveryBody
    }
    response: RequestDeliveryResponse
  }
  /**
   * Add a company of the desk.
   *
   * Supports `Idempotency-Key`.
   */
  createDeskCompany: {
    input: {
      body: CreateDeskCompanyBody
    }
    response: DeskCompanyResponse
  }
  /** Comment on a document */
  createDocumentComment: {
    input: {
      params: {
        /** The id of the organization */
        organization_id: string
        /** The kind of the document */
        kind: string
      }
      body: CreateCommentBody
    }
    response: DocumentCommentResponse
  }
  /**
   * Post an entry.
   *
   * Opening balances are entries against `equity:opening:<commodity>`. An entry is never changed: reverse it and post another one. Supports `Idempotency-Key`.
   */
  createEntry: {
    input: {
      body: CreateEntryBody
    }
    response: EntryResponse
  }
  /**
   * Create an organization.
   *
   * The INN alone is enough if the party register contains it. A foreign company (`type: "foreign"`) needs `country`, `registration_number` and `full_name`. Supports `Idempotency-Key`.
   */
  createOrganization: {
    input: {
      body: CreateOrganizationRequest
    }
    response: OrganizationResponse
  }
  /** Comment on an organization */
  createOrganizationComment: {
    input: {
      params: {
        /** The id of the organization */
        organization_id: string
      }
      body: CreateCommentBody
    }
    response: OrganizationCommentResponse
  }
  /**
   * Add a person or a company behind an organization.
   *
   * The first director and the first contact are shown as `director` and `contact` of the organization. Another name or INN of its director is a change of requisites: an approved organization returns to `in_review`. Supports `Idempotency-Key`.
   */
  createOrganizationPerson: {
    input: {
      params: {
        /** The id of the organization */
        organization_id: string
      }
      body: CreateOrganizationPersonBody
    }
    response: OrganizationPersonResponse
  }
  /**
   * Record money that came for a purchase request.
   *
   * The first payment makes an `approved` or `expired` request `paid`. If the request takes no money, it is kept as a credit of the organization: `kind` says which. The same reference, amount and day again is 409 `duplicate_payment`. Supports `Idempotency-Key`.
   */
  createPayment: {
    input: {
      params: {
        /** The id of the purchase request */
        request_id: string
      }
      body: CreatePaymentBody
    }
    response: PaymentResponse
  }
  /**
   * Make a file of payment orders of refunds.
   *
   * For bank clients (1CClientBankExchange 1.03, windows-1251). A refund is in one file at most, unless `again` is sent. The service matches the line that executes an order. Supports `Idempotency-Key`.
   */
  createPaymentFile: {
    input: {
      body: CreatePaymentFileBody
    }
    response: PaymentFileResponse
  }
  /**
   * Make a rule that suggests an account for lines of statements.
   *
   * Also for the lines that are there. Supports `Idempotency-Key`.
   */
  createPostingRule: {
    input: {
      body: CreatePostingRuleBody
    }
    response: PostingRuleResponse
  }
  /**
   * Create a purchase request.
   *
   * `fiat_amount` and `total_amount` may be sent and are then checked. Supports `Idempotency-Key`.
   */
  createPurchaseRequest: {
    input: {
      body: CreatePurchaseRequestBody
    }
    response: PurchaseRequestResponse
  }
  /** Comment on a purchase request */
  createPurchaseRequestComment: {
    input: {
      params: {
        /** The id of the purchase request */
        request_id: string
      }
      body: CreatePurchaseRequestCommentBody
    }
    response: PurchaseRequestCommentResponse
  }
  /**
   * Quote a new price for a purchase request.
   *
   * Possible until money has come. An `approved` or `expired` request goes back to `in_review`. Supports `Idempotency-Key`.
   */
  createQuote: {
    input: {
      params: {
        /** The id of the purchase request */
        request_id: string
      }
      body: CreateQuoteBody
    }
    response: QuoteResponse
  }
  /**
   * Record money that was paid back.
   *
   * At most `totals.refundable_amount`. When nothing is left, a `paid` or `failed` request becomes `refunded`. Supports `Idempotency-Key`.
   */
  createRefund: {
    input: {
      params: {
        /** The id of the purchase request */
        request_id: string
      }
      body: CreateRefundBody
    }
    response: RefundResponse
  }
  /**
   * Prepare a transfer.
   *
   * Nothing is signed yet. What people approve is the intent: see `digest`. A wallet of an own organization (`organization_id` of a company of the desk) delivers requests of clients: then the destination is that of the request, and what is left to deliver is reserved for the transfer.
   */
  createTransfer: {
    input: {
      body: NewTransferBody
    }
    response: TransferResponse
  }
  /**
   * Put transfers into a batch that is approved as one.
   *
   * At most 100 transfers that are not signed and wait for no approval, on one network, from one wallet of an own organization. If one of them is wrong nothing is made, and the fault names it. While the batch is not decided, its transfers are not signed by themselves. On bitcoin one transaction pays all of them.
   */
  createTransferBatch: {
    input: {
      body: NewTransferBatchBody
    }
    response: TransferBatchDetailsResponse
  }
  /**
   * Save a view.
   *
   * A filter that the list does not know is 422. Supports `Idempotency-Key`.
   */
  createView: {
    input: {
      body: CreateViewBody
    }
    response: ViewResponse
  }
  /** Create the wallets of an organization */
  createWallets: {
    input: {
      params: {
        /** The id of the organization */
        organization_id: string
      }
    }
    response: CreateWalletsResponse
  }
  /**
   * Create a webhook endpoint.
   *
   * The response contains the signing secret, which is shown only once. Supports `Idempotency-Key`.
   */
  createWebhook: {
    input: {
      body: CreateWebhookEndpointBody
    }
    response: WebhookEndpointWithSecretResponse
  }
  /**
   * Dismiss or confirm a hit.
   *
   * A dismissal holds until one side changes in what was compared. A confirmed hit above the threshold suspends an approved organization. A closed hit cannot be decided.
   */
  decideScreeningHit: {
    input: {
      params: {
        /** The id of the hit */
        hit_id: string
      }
      body: DecideScreeningHitBody
    }
    response: ScreeningHitDetailsResponse
  }
  /**
   * Remove a person of an organization.
   *
   * A company through which others own the organization cannot be removed before them: 409 `person_in_use`. If it was the first director or contact, the next one is shown, or none.
   */
  deleteOrganizationPerson: {
    input: {
      params: {
        /** The id of the organization */
        organization_id: string
        /** The id of the person */
        person_id: string
      }
    }
    response: StatusResponse
  }
  /**
   * Delete a rule that suggests an account.
   *
   * What was posted stays.
   */
  deletePostingRule: {
    input: {
      params: {
        /** The id of the rule */
        rule_id: string
      }
    }
    response: unknown
  }
  /**
   * Delete a view.
   *
   * Your own. The role `owner` may delete every view that is shared.
   */
  deleteView: {
    input: {
      params: {
        /** The id of the view */
        view_id: string
      }
    }
    response: unknown
  }
  /** Delete a webhook endpoint and its deliveries */
  deleteWebhook: {
    input: {
      params: {
        /** The id of the endpoint */
        webhook_id: string
      }
    }
    response: StatusResponse
  }
  /** Disable an administrator and end all sessions */
  disableAdministrator: {
    input: {
      params: {
        /** The id of the administrator */
        administrator_id: string
      }
    }
    response: AdministratorResponse
  }
  /** Disable one-time codes */
  disableOtp: {
    input: {
      body: DisableOtpRequest
    }
    response: StatusResponse
  }
  /**
   * Download a file of payment orders.
   *
   * For the bank client. It is recorded in the audit log. 409 `payment_file_voided` if it was voided.
   */
  downloadPaymentFile: {
    input: {
      params: {
        /** The id of the file */
        file_id: string
      }
    }
    response: Response
  }
  /** Enable a disabled administrator */
  enableAdministrator: {
    input: {
      params: {
        /** The id of the administrator */
        administrator_id: string
      }
    }
    response: AdministratorResponse
  }
  /** Enrol for one-time codes */
  enrolOtp: {
    input: {
      body: EnrolOtpRequest
    }
    response: EnrolOtpResponse
  }
  /**
   * Say why a statement does not follow from the others.
   *
   * Ends its place in the work queue. The warnings stay. If other statements change what is compared, it waits again. The same reason again changes nothing, another one replaces it.
   */
  explainStatement: {
    input: {
      params: {
        /** The id of the statement */
        statement_id: string
      }
      body: ExplainStatementBody
    }
    response: StatementResponse
  }
  /**
   * Export acquisitions of coins as CSV or XLSX.
   *
   * Newest first.
   */
  exportAcquisitions: {
    input: {
      query: {
        /** A table as text (CSV, UTF-8), or a workbook of Excel */
        format: 'csv' | 'xlsx'
        /** The language of a workbook; by default what `Accept-Language` prefers */
        language?: 'en' | 'ru' | undefined
        /** Only acquisitions of this company of the desk */
        company_id?: string | undefined
        /** Only acquisitions of this asset */
        asset?: 'BTC' | 'ETH' | 'USDT' | 'USDC' | 'TRX' | 'SOL' | 'TON' | undefined
        /** Only acquisitions on this network */
        network?: 'bitcoin' | 'ethereum' | 'tron' | 'solana' | 'ton' | undefined
        /** Only acquisitions of this day in the books or later */
        from?: string | undefined
        /** Only acquisitions of this day in the books or before */
        to?: string | undefined
      }
    }
    response: Response
  }
  /**
   * Export the address books as CSV or XLSX.
   *
   * Newest first.
   */
  exportAddresses: {
    input: {
      query: {
        /** A table as text (CSV, UTF-8), or a workbook of Excel */
        format: 'csv' | 'xlsx'
        /** The language of a workbook; by default what `Accept-Language` prefers */
        language?: 'en' | 'ru' | undefined
        /** Only the address book of this organization */
        organization_id?: string | undefined
        /** Only addresses of this network */
        network?: 'bitcoin' | 'ethereum' | 'tron' | 'solana' | 'ton' | undefined
      }
    }
    response: Response
  }
  /**
   * Export administrators as CSV or XLSX.
   *
   * Newest first.
   */
  exportAdministrators: {
    input: {
      query: {
        /** A table as text (CSV, UTF-8), or a workbook of Excel */
        format: 'csv' | 'xlsx'
        /** The language of a workbook; by default what `Accept-Language` prefers */
        language?: 'en' | 'ru' | undefined
      }
    }
    response: Response
  }
  /**
   * Export money that banks have announced as CSV or XLSX.
   *
   * Newest first.
   */
  exportAnnouncedLines: {
    input: {
      query: {
        /** A table as text (CSV, UTF-8), or a workbook of Excel */
        format: 'csv' | 'xlsx'
        /** The language of a workbook; by default what `Accept-Language` prefers */
        language?: 'en' | 'ru' | undefined
        /** Only lines of this status */
        status?: 'announced' | 'booked' | 'not_booked' | undefined
        /** Only lines that this import announced first */
        statement_id?: string | undefined
        /** Only lines of this direction */
        direction?: 'incoming' | 'outgoing' | undefined
        /** Only lines of this own account */
        account?: string | undefined
        /** Only lines in this currency */
        currency?: 'AED' | 'AFN' | 'ALL' | 'AMD' | 'AOA' | 'ARS' | 'AUD' | 'AWG' | 'AZN' | 'BAM' | 'BBD' | 'BDT' | 'BHD' | 'BIF' | 'BMD' | 'BND' | 'BOB' | 'BOV' | 'BRL' | 'BSD' | 'BTN' | 'BWP' | 'BYN' | 'BZD' | 'CAD' | 'CDF' | 'CHE' | 'CHF' | 'CHW' | 'CLF' | 'CLP' | 'CNY' | 'COP' | 'COU' | 'CRC' | 'CUP' | 'CVE' | 'CZK' | 'DJF' | 'DKK' | 'DOP' | 'DZD' | 'EGP' | 'ERN' | 'ETB' | 'EUR' | 'FJD' | 'FKP' | 'GBP' | 'GEL' | 'GHS' | 'GIP' | 'GMD' | 'GNF' | 'GTQ' | 'GYD' | 'HKD' | 'HNL' | 'HTG' | 'HUF' | 'IDR' | 'ILS' | 'INR' | 'IQD' | 'IRR' | 'ISK' | 'JMD' | 'JOD' | 'JPY' | 'KES' | 'KGS' | 'KHR' | 'KMF' | 'KPW' | 'KRW' | 'KWD' | 'KYD' | 'KZT' | 'LAK' | 'LBP' | 'LKR' | 'LRD' | 'LSL' | 'LYD' | 'MAD' | 'MDL' | 'MGA' | 'MKD' | 'MMK' | 'MNT' | 'MOP' | 'MRU' | 'MUR' | 'MVR' | 'MWK' | 'MXN' | 'MXV' | 'MYR' | 'MZN' | 'NAD' | 'NGN' | 'NIO' | 'NOK' | 'NPR' | 'NZD' | 'OMR' | 'PAB' | 'PEN' | 'PGK' | 'PHP' | 'PKR' | 'PLN' | 'PYG' | 'QAR' | 'RON' | 'RSD' | 'RUB' | 'RWF' | 'SAR' | 'SBD' | 'SCR' | 'SDG' | 'SEK' | 'SGD' | 'SHP' | 'SLE' | 'SOS' | 'SRD' | 'SSP' | 'STN' | 'SVC' | 'SYP' | 'SZL' | 'THB' | 'TJS' | 'TMT' | 'TND' | 'TOP' | 'TRY' | 'TTD' | 'TWD' | 'TZS' | 'UAH' | 'UGX' | 'USD' | 'USN' | 'UYI' | 'UYU' | 'UYW' | 'UZS' | 'VED' | 'VES' | 'VND' | 'VUV' | 'WST' | 'XAD' | 'XAF' | 'XCD' | 'XCG' | 'XOF' | 'XPF' | 'YER' | 'ZAR' | 'ZMW' | 'ZWG' | undefined
        /** Only lines that were booked on this day or later */
        from?: string | undefined
        /** Only lines that were booked on this day or before */
        to?: string | undefined
      }
    }
    response: Response
  }
  /**
   * Export approvals as CSV or XLSX.
   *
   * Newest first.
   */
  exportApprovals: {
    input: {
      query: {
        /** A table as text (CSV, UTF-8), or a workbook of Excel */
        format: 'csv' | 'xlsx'
        /** The language of a workbook; by default what `Accept-Language` prefers */
        language?: 'en' | 'ru' | undefined
        /** Only approvals of this status */
        status?: 'waiting' | 'approved' | 'refused' | 'expired' | 'used' | 'withdrawn' | 'stale' | undefined
        /** Only approvals of this act */
        act?: 'organization.decide_kyb' | 'document.review' | 'wallet.reveal' | 'wallet.replace' | 'address.add' | 'transfer.sign' | 'transfer.release' | 'transfer.confirm' | 'signing.start' | 'policy.change' | 'request.approve' | 'payment.record' | 'credit.allocate' | 'request.complete' | 'request.accept_deviation' | 'payment.reverse' | 'request.refund' | 'refund.reverse' | 'delivery.reverse' | 'books.post' | 'rates.set' | 'books.revalue' | 'treasury.acquire' | 'refund.order' | 'books.close' | 'books.reopen' | 'statement.import' | 'screening.decide' | 'screening.import' | 'administrator.create' | 'administrator.change_role' | 'administrator.enable' | 'administrator.disable' | 'administrator.reset' | 'api_key.create' | 'webhook.save' | undefined
        /** Only approvals that this administrator asked for */
        asked_by?: string | undefined
        /** Only approvals of acts on this object */
        subject_id?: string | undefined
      }
    }
    response: Response
  }
  /** Export the audit log as NDJSON, oldest first, exactly as hashed */
  exportAuditEvents: {
    input: {
      query?: {
        /** Only rows of this action */
        action?: 'access.denied' | 'acquisition.recorded' | 'acquisition.reversed' | 'address.added' | 'address.removed' | 'administrator.confirmed' | 'administrator.created' | 'administrator.disabled' | 'administrator.enabled' | 'administrator.otp_disabled' | 'administrator.otp_enabled' | 'administrator.otp_enrolled' | 'administrator.passkey_added' | 'administrator.passkey_removed' | 'administrator.password_changed' | 'administrator.password_set' | 'administrator.reset' | 'administrator.updated' | 'api_key.created' | 'api_key.resumed' | 'api_key.revoked' | 'api_key.suspended' | 'approval.approved' | 'approval.asked' | 'approval.refused' | 'approval.stale' | 'approval.used' | 'approval.voted' | 'approval.withdrawn' | 'audit.exported' | 'audit.register_begun' | 'audit.values_erased' | 'audit.verification_failed' | 'auth.login' | 'auth.logout' | 'auth.reauthenticated' | 'backup.created' | 'backup.restored' | 'bank_register.imported' | 'book_entry.posted' | 'book_entry.reversed' | 'books.closed' | 'books.exported' | 'books.reopened' | 'books.revalued' | 'chain_line.matched' | 'chain_line.reopened' | 'chain_line.set_aside' | 'chain_line.taken_back' | 'chain_statement.imported' | 'client_contract.set' | 'comment_attachment.downloaded' | 'comment_attachment.upload_refused' | 'control.started' | 'credit.allocated' | 'credit.linked' | 'credit.recorded' | 'credit.refund_reversed' | 'credit.refunded' | 'desk_company.created' | 'desk_company.updated' | 'document.commented' | 'document.downloaded' | 'document.expired' | 'document.reopened' | 'document.reviewed' | 'document.upload_refused' | 'document.uploaded' | 'founding.confirmed' | 'founding.declared' | 'founding.proposed' | 'founding.withdrawn' | 'list.exported' | 'organization.commented' | 'organization.created' | 'organization.kyb_decided' | 'organization.updated' | 'paper.issued' | 'paper.rendered' | 'paper.voided' | 'papers.archived' | 'party_register.imported' | 'payment_file.created' | 'payment_file.downloaded' | 'payment_file.voided' | 'person.created' | 'person.deleted' | 'person.identity_document_read' | 'person.updated' | 'plan.set' | 'policy.changed' | 'policy.recovered' | 'posting_rule.created' | 'posting_rule.deleted' | 'proof.accepted' | 'proof.failed' | 'proofs.renewed' | 'proofs.started' | 'purchase_request.assigned' | 'purchase_request.commented' | 'purchase_request.corrected' | 'purchase_request.created' | 'purchase_request.delivery_doubted' | 'purchase_request.delivery_recorded' | 'purchase_request.delivery_reversed' | 'purchase_request.exception_closed' | 'purchase_request.payer_accepted' | 'purchase_request.payment_linked' | 'purchase_request.payment_recorded' | 'purchase_request.payment_reversed' | 'purchase_request.quoted' | 'purchase_request.refund_recorded' | 'purchase_request.refund_reversed' | 'purchase_request.status_changed' | 'purchase_request.surplus_moved' | 'rate.removed' | 'rate.set' | 'rates.imported' | 'reconciliation_act.made' | 'rollback.accepted' | 'screening.exported' | 'screening.hit_closed' | 'screening.hit_decided' | 'screening.hit_kept' | 'screening.hit_opened' | 'screening.list_checked' | 'screening.list_published' | 'secret.read' | 'secret_approval.granted' | 'secret_approval.refused' | 'secret_approval.requested' | 'session.revoked' | 'session.token_reused' | 'setup.step_dismissed' | 'setup.step_reopened' | 'signing.started' | 'signing.stop_proven' | 'signing.stopped' | 'statement.explained' | 'statement.imported' | 'statement_line.matched' | 'statement_line.posted' | 'statement_line.reopened' | 'statement_line.set_aside' | 'statement_line.settled' | 'statement_line.unposted' | 'transfer.cancelled' | 'transfer.confirmed' | 'transfer.created' | 'transfer.doubted' | 'transfer.exported' | 'transfer.failed' | 'transfer.released' | 'transfer.replaced' | 'transfer.sent' | 'transfer.signed' | 'transfer.signing' | 'transfer_batch.cancelled' | 'transfer_batch.created' | 'transfer_batch.decided' | 'vault.drilled' | 'vault.key_destroyed' | 'vault.key_rotated' | 'vault.root_rotated' | 'vault.slot_added' | 'vault.slot_removed' | 'view.created' | 'view.deleted' | 'view.updated' | 'wallets.created' | 'wallets.replaced' | 'webhook.created' | 'webhook.deleted' | 'webhook.paused' | 'webhook.redelivered' | 'webhook.resumed' | 'webhook.secret_rotated' | 'webhook.tested' | 'webhook.updated' | undefined
        /** Only what this administrator or API key did */
        actor_id?: string | undefined
        /** Only rows of objects of this type */
        object_type?: string | undefined
        /** Only rows of this object */
        object_id?: string | undefined
        /** Only rows of this organization and its objects */
        organization_id?: string | undefined
        /** Only rows of this outcome */
        outcome?: 'success' | 'denied' | 'failure' | undefined
        /** From this time on */
        from?: string | undefined
        /** Before this time */
        to?: string | undefined
      } | undefined
    }
    response: Response
  }
  /**
   * Export the audit log as CSV or XLSX.
   *
   * Newest first.
   */
  exportAuditTable: {
    input: {
      query: {
        /** A table as text (CSV, UTF-8), or a workbook of Excel */
        format: 'csv' | 'xlsx'
        /** The language of a workbook; by default what `Accept-Language` prefers */
        language?: 'en' | 'ru' | undefined
        /** Only rows of this action */
        action?: 'access.denied' | 'acquisition.recorded' | 'acquisition.reversed' | 'address.added' | 'address.removed' | 'administrator.confirmed' | 'administrator.created' | 'administrator.disabled' | 'administrator.enabled' | 'administrator.otp_disabled' | 'administrator.otp_enabled' | 'administrator.otp_enrolled' | 'administrator.passkey_added' | 'administrator.passkey_removed' | 'administrator.password_changed' | 'administrator.password_set' | 'administrator.reset' | 'administrator.updated' | 'api_key.created' | 'api_key.resumed' | 'api_key.revoked' | 'api_key.suspended' | 'approval.approved' | 'approval.asked' | 'approval.refused' | 'approval.stale' | 'approval.used' | 'approval.voted' | 'approval.withdrawn' | 'audit.exported' | 'audit.register_begun' | 'audit.values_erased' | 'audit.verification_failed' | 'auth.login' | 'auth.logout' | 'auth.reauthenticated' | 'backup.created' | 'backup.restored' | 'bank_register.imported' | 'book_entry.posted' | 'book_entry.reversed' | 'books.closed' | 'books.exported' | 'books.reopened' | 'books.revalued' | 'chain_line.matched' | 'chain_line.reopened' | 'chain_line.set_aside' | 'chain_line.taken_back' | 'chain_statement.imported' | 'client_contract.set' | 'comment_attachment.downloaded' | 'comment_attachment.upload_refused' | 'control.started' | 'credit.allocated' | 'credit.linked' | 'credit.recorded' | 'credit.refund_reversed' | 'credit.refunded' | 'desk_company.created' | 'desk_company.updated' | 'document.commented' | 'document.downloaded' | 'document.expired' | 'document.reopened' | 'document.reviewed' | 'document.upload_refused' | 'document.uploaded' | 'founding.confirmed' | 'founding.declared' | 'founding.proposed' | 'founding.withdrawn' | 'list.exported' | 'organization.commented' | 'organization.created' | 'organization.kyb_decided' | 'organization.updated' | 'paper.issued' | 'paper.rendered' | 'paper.voided' | 'papers.archived' | 'party_register.imported' | 'payment_file.created' | 'payment_file.downloaded' | 'payment_file.voided' | 'person.created' | 'person.deleted' | 'person.identity_document_read' | 'person.updated' | 'plan.set' | 'policy.changed' | 'policy.recovered' | 'posting_rule.created' | 'posting_rule.deleted' | 'proof.accepted' | 'proof.failed' | 'proofs.renewed' | 'proofs.started' | 'purchase_request.assigned' | 'purchase_request.commented' | 'purchase_request.corrected' | 'purchase_request.created' | 'purchase_request.delivery_doubted' | 'purchase_request.delivery_recorded' | 'purchase_request.delivery_reversed' | 'purchase_request.exception_closed' | 'purchase_request.payer_accepted' | 'purchase_request.payment_linked' | 'purchase_request.payment_recorded' | 'purchase_request.payment_reversed' | 'purchase_request.quoted' | 'purchase_request.refund_recorded' | 'purchase_request.refund_reversed' | 'purchase_request.status_changed' | 'purchase_request.surplus_moved' | 'rate.removed' | 'rate.set' | 'rates.imported' | 'reconciliation_act.made' | 'rollback.accepted' | 'screening.exported' | 'screening.hit_closed' | 'screening.hit_decided' | 'screening.hit_kept' | 'screening.hit_opened' | 'screening.list_checked' | 'screening.list_published' | 'secret.read' | 'secret_approval.granted' | 'secret_approval.refused' | 'secret_approval.requested' | 'session.revoked' | 'session.token_reused' | 'setup.step_dismissed' | 'setup.step_reopened' | 'signing.started' | 'signing.stop_proven' | 'signing.stopped' | 'statement.explained' | 'statement.imported' | 'statement_line.matched' | 'statement_line.posted' | 'statement_line.reopened' | 'statement_line.set_aside' | 'statement_line.settled' | 'statement_line.unposted' | 'transfer.cancelled' | 'transfer.confirmed' | 'transfer.created' | 'transfer.doubted' | 'transfer.exported' | 'transfer.failed' | 'transfer.released' | 'transfer.replaced' | 'transfer.sent' | 'transfer.signed' | 'transfer.signing' | 'transfer_batch.cancelled' | 'transfer_batch.created' | 'transfer_batch.decided' | 'vault.drilled' | 'vault.key_destroyed' | 'vault.key_rotated' | 'vault.root_rotated' | 'vault.slot_added' | 'vault.slot_removed' | 'view.created' | 'view.deleted' | 'view.updated' | 'wallets.created' | 'wallets.replaced' | 'webhook.created' | 'webhook.deleted' | 'webhook.paused' | 'webhook.redelivered' | 'webhook.resumed' | 'webhook.secret_rotated' | 'webhook.tested' | 'webhook.updated' | undefined
        /** Only what this administrator or API key did */
        actor_id?: string | undefined
        /** Only rows of objects of this type */
        object_type?: string | undefined
        /** Only rows of this object */
        object_id?: string | undefined
        /** Only rows of this organization and its objects */
        organization_id?: string | undefined
        /** Only rows of this outcome */
        outcome?: 'success' | 'denied' | 'failure' | undefined
        /** From this time on */
        from?: string | undefined
        /** Before this time */
        to?: string | undefined
      }
    }
    response: Response
  }
  /**
   * Export the books as a journal of hledger or as CSV.
   *
   * All postings up to one moment, in the order of their days. The export is recorded in the audit log.
   */
  exportBooks: {
    input: {
      query: {
        /** A journal of hledger, or a table */
        format: 'hledger' | 'csv'
        /** The first day, in the time zone of the installation. What was before comes as opening balances. */
        from?: string | undefined
        /** The last day */
        to?: string | undefined
      }
    }
    response: Response
  }
  /**
   * Export transactions of own wallets as CSV or XLSX.
   *
   * Newest first.
   */
  exportChainLines: {
    input: {
      query: {
        /** A table as text (CSV, UTF-8), or a workbook of Excel */
        format: 'csv' | 'xlsx'
        /** The language of a workbook; by default what `Accept-Language` prefers */
        language?: 'en' | 'ru' | undefined
        /** Only lines of this status */
        status?: 'new' | 'matched' | 'set_aside' | 'dust' | undefined
        /** Only lines of this wallet */
        wallet_id?: string | undefined
        /** Only lines of this network */
        network?: 'bitcoin' | 'ethereum' | 'tron' | 'solana' | 'ton' | undefined
        /** Only lines of this asset */
        asset?: 'BTC' | 'ETH' | 'USDT' | 'USDC' | 'TRX' | 'SOL' | 'TON' | undefined
        /** Only receipts, or only payments */
        direction?: 'incoming' | 'outgoing' | undefined
        /** Only lines of this day (UTC) or later */
        from?: string | undefined
        /** Only lines of this day (UTC) or before */
        to?: string | undefined
      }
    }
    response: Response
  }
  /**
   * Export money that belongs to no purchase request yet as CSV or XLSX.
   *
   * Newest first.
   */
  exportCredits: {
    input: {
      query: {
        /** A table as text (CSV, UTF-8), or a workbook of Excel */
        format: 'csv' | 'xlsx'
        /** The language of a workbook; by default what `Accept-Language` prefers */
        language?: 'en' | 'ru' | undefined
        /** Only rows of this organization */
        organization_id?: string | undefined
        /** `open`: only those of which something is left; `used`: only the others */
        status?: 'open' | 'used' | undefined
      }
    }
    response: Response
  }
  /**
   * Export documents as CSV or XLSX.
   *
   * Newest first.
   */
  exportDocuments: {
    input: {
      query: {
        /** A table as text (CSV, UTF-8), or a workbook of Excel */
        format: 'csv' | 'xlsx'
        /** The language of a workbook; by default what `Accept-Language` prefers */
        language?: 'en' | 'ru' | undefined
        /** Only what is found by this: the beginning of the name of the file (three letters or more), or its SHA-256; at most the newest 1,000 in each way */
        q?: string | undefined
        /** Only rows of this organization */
        organization_id?: string | undefined
        /** Only documents of this kind */
        kind?: 'charter' | 'inn-certificate' | 'ogrn-certificate' | 'bank-details' | 'kyc-representative' | 'power-of-attorney' | 'other' | undefined
        /** Only documents in this state today */
        status?: 'pending' | 'approved' | 'rejected' | 'expired' | undefined
        /** Only documents that were uploaded on this day (UTC) or later */
        from?: string | undefined
        /** Only documents that were uploaded on this day (UTC) or before */
        to?: string | undefined
      }
    }
    response: Response
  }
  /**
   * Export what people have posted themselves as CSV or XLSX.
   *
   * Newest first.
   */
  exportEntries: {
    input: {
      query: {
        /** A table as text (CSV, UTF-8), or a workbook of Excel */
        format: 'csv' | 'xlsx'
        /** The language of a workbook; by default what `Accept-Language` prefers */
        language?: 'en' | 'ru' | undefined
        /** Only rows of this organization */
        organization_id?: string | undefined
        /** Only entries of this day in the books or later */
        from?: string | undefined
        /** Only entries of this day in the books or before */
        to?: string | undefined
      }
    }
    response: Response
  }
  /**
   * Export screening hits as CSV or XLSX.
   *
   * Newest first.
   */
  exportHits: {
    input: {
      query: {
        /** A table as text (CSV, UTF-8), or a workbook of Excel */
        format: 'csv' | 'xlsx'
        /** The language of a workbook; by default what `Accept-Language` prefers */
        language?: 'en' | 'ru' | undefined
        /** Only hits of this organization */
        organization_id?: string | undefined
        /** Only hits of this status */
        status?: 'open' | 'dismissed' | 'confirmed' | 'continue' | 'closed' | undefined
        /** The name of the list, which you give at its first import */
        list?: string | undefined
        /** Only hits that can block, or only those that cannot */
        above_threshold?: boolean | undefined
      }
    }
    response: Response
  }
  /**
   * Export the journal: every posting with the debited and the credited account of the plan.
   *
   * A row for each pair of a debited and a credited account, with the amount in its currency and in roubles, the counterparty and its INN. Amounts in foreign currency are worth what the rate of their day says, and parts of advances that are used what these were worth; coins have no amount in roubles. The export is recorded in the audit log.
   */
  exportJournal: {
    input: {
      query: {
        /** A workbook, or a table as text */
        format: 'xlsx' | 'csv'
        /** The first day, in the time zone of the installation */
        from: string
        /** The last day */
        to: string
      }
    }
    response: Response
  }
  /**
   * Export organizations as CSV or XLSX.
   *
   * Newest first.
   */
  exportOrganizations: {
    input: {
      query: {
        /** A table as text (CSV, UTF-8), or a workbook of Excel */
        format: 'csv' | 'xlsx'
        /** The language of a workbook; by default what `Accept-Language` prefers */
        language?: 'en' | 'ru' | undefined
        /** Words of the name, or the beginning of a number, as in the list */
        q?: string | undefined
        /** Only organizations of this type */
        type?: 'legal' | 'individual' | 'foreign' | undefined
        /** Only organizations in this state */
        kyb_status?: 'new' | 'in_review' | 'approved' | 'rejected' | 'suspended' | undefined
        /** Only those with this status */
        registry_status?: 'active' | 'liquidating' | 'liquidated' | 'bankrupt' | 'reorganizing' | 'unknown' | undefined
        /** Only the organizations of the desk itself, or only others */
        own?: 'true' | 'false' | undefined
        /** Only organizations that were created on this day (UTC) or later */
        from?: string | undefined
        /** Only organizations that were created on this day (UTC) or before */
        to?: string | undefined
      }
    }
    response: Response
  }
  /**
   * Export the files of payment orders as CSV or XLSX.
   *
   * Newest first.
   */
  exportPaymentFiles: {
    input: {
      query: {
        /** A table as text (CSV, UTF-8), or a workbook of Excel */
        format: 'csv' | 'xlsx'
        /** The language of a workbook; by default what `Accept-Language` prefers */
        language?: 'en' | 'ru' | undefined
        /** Only files of this status */
        status?: 'open' | 'done' | 'voided' | undefined
        /** Only files of this own account */
        account?: string | undefined
        /** Only files that were made on this day (UTC) or later */
        from?: string | undefined
        /** Only files that were made on this day (UTC) or before */
        to?: string | undefined
      }
    }
    response: Response
  }
  /**
   * Export payments as CSV or XLSX.
   *
   * Newest first.
   */
  exportPayments: {
    input: {
      query: {
        /** A table as text (CSV, UTF-8), or a workbook of Excel */
        format: 'csv' | 'xlsx'
        /** The language of a workbook; by default what `Accept-Language` prefers */
        language?: 'en' | 'ru' | undefined
        /** Only what is found by this: the reference, the amount, the account of the payer, the number of the request; at most the newest 1,000 in each way */
        q?: string | undefined
        /** Only rows of this organization */
        organization_id?: string | undefined
        /** Only payments of this request */
        request_id?: string | undefined
        /** Only money that was received on this day (UTC) or later */
        from?: string | undefined
        /** Only money that was received on this day (UTC) or before */
        to?: string | undefined
      }
    }
    response: Response
  }
  /**
   * Export purchase requests as CSV or XLSX.
   *
   * Newest first.
   */
  exportPurchaseRequests: {
    input: {
      query: {
        /** A table as text (CSV, UTF-8), or a workbook of Excel */
        format: 'csv' | 'xlsx'
        /** The language of a workbook; by default what `Accept-Language` prefers */
        language?: 'en' | 'ru' | undefined
        /** Only what is found by this: the number or the end of it, our id or yours, the address, the reference, amount or payer account of a payment, the total, a transaction; at most the newest 1,000 in each way */
        q?: string | undefined
        /** Only rows of this organization */
        organization_id?: string | undefined
        /** Only requests of this status */
        status?: 'new' | 'in_review' | 'on_hold' | 'approved' | 'expired' | 'paid' | 'failed' | 'completed' | 'rejected' | 'cancelled' | 'refunded' | undefined
        /** Only requests for this asset */
        asset?: 'BTC' | 'ETH' | 'USDT' | 'USDC' | 'TRX' | 'SOL' | 'TON' | undefined
        /** Only requests on this network */
        network?: 'bitcoin' | 'ethereum' | 'tron' | 'solana' | 'ton' | undefined
        /** Only requests with prices in this currency */
        fiat_currency?: 'AED' | 'AFN' | 'ALL' | 'AMD' | 'AOA' | 'ARS' | 'AUD' | 'AWG' | 'AZN' | 'BAM' | 'BBD' | 'BDT' | 'BHD' | 'BIF' | 'BMD' | 'BND' | 'BOB' | 'BOV' | 'BRL' | 'BSD' | 'BTN' | 'BWP' | 'BYN' | 'BZD' | 'CAD' | 'CDF' | 'CHE' | 'CHF' | 'CHW' | 'CLF' | 'CLP' | 'CNY' | 'COP' | 'COU' | 'CRC' | 'CUP' | 'CVE' | 'CZK' | 'DJF' | 'DKK' | 'DOP' | 'DZD' | 'EGP' | 'ERN' | 'ETB' | 'EUR' | 'FJD' | 'FKP' | 'GBP' | 'GEL' | 'GHS' | 'GIP' | 'GMD' | 'GNF' | 'GTQ' | 'GYD' | 'HKD' | 'HNL' | 'HTG' | 'HUF' | 'IDR' | 'ILS' | 'INR' | 'IQD' | 'IRR' | 'ISK' | 'JMD' | 'JOD' | 'JPY' | 'KES' | 'KGS' | 'KHR' | 'KMF' | 'KPW' | 'KRW' | 'KWD' | 'KYD' | 'KZT' | 'LAK' | 'LBP' | 'LKR' | 'LRD' | 'LSL' | 'LYD' | 'MAD' | 'MDL' | 'MGA' | 'MKD' | 'MMK' | 'MNT' | 'MOP' | 'MRU' | 'MUR' | 'MVR' | 'MWK' | 'MXN' | 'MXV' | 'MYR' | 'MZN' | 'NAD' | 'NGN' | 'NIO' | 'NOK' | 'NPR' | 'NZD' | 'OMR' | 'PAB' | 'PEN' | 'PGK' | 'PHP' | 'PKR' | 'PLN' | 'PYG' | 'QAR' | 'RON' | 'RSD' | 'RUB' | 'RWF' | 'SAR' | 'SBD' | 'SCR' | 'SDG' | 'SEK' | 'SGD' | 'SHP' | 'SLE' | 'SOS' | 'SRD' | 'SSP' | 'STN' | 'SVC' | 'SYP' | 'SZL' | 'THB' | 'TJS' | 'TMT' | 'TND' | 'TOP' | 'TRY' | 'TTD' | 'TWD' | 'TZS' | 'UAH' | 'UGX' | 'USD' | 'USN' | 'UYI' | 'UYU' | 'UYW' | 'UZS' | 'VED' | 'VES' | 'VND' | 'VUV' | 'WST' | 'XAD' | 'XAF' | 'XCD' | 'XCG' | 'XOF' | 'XPF' | 'YER' | 'ZAR' | 'ZMW' | 'ZWG' | undefined
        /** Only requests that have ever reached this stage of the funnel */
        reached?: 'requested' | 'reviewed' | 'approved' | 'paid' | 'delivered' | undefined
        /** `open`: only requests for which the organization still owes money: for all coins of a completed one, or for those that were delivered */
        debt?: 'open' | undefined
        /** `payment`: only requests for which money is still to come, also if they were paid in part or delivered before; `delivery`: only those that were paid and not delivered in full */
        awaits?: 'payment' | 'delivery' | undefined
        /** Only requests of this administrator; `me` for those of the caller, `none` for those of nobody */
        assignee_id?: string | undefined
        /** Only requests that were created on this day (UTC) or later */
        from?: string | undefined
        /** Only requests that were created on this day (UTC) or before */
        to?: string | undefined
      }
    }
    response: Response
  }
  /**
   * Export rates of exchange as CSV or XLSX.
   *
   * Newest first.
   */
  exportRates: {
    input: {
      query: {
        /** A table as text (CSV, UTF-8), or a workbook of Excel */
        format: 'csv' | 'xlsx'
        /** The language of a workbook; by default what `Accept-Language` prefers */
        language?: 'en' | 'ru' | undefined
        /** Only rates of this currency */
        currency?: string | undefined
        /** Only rates from there */
        source?: 'bank_of_russia' | 'csv' | 'typed' | undefined
        /** Only rates of this day or later */
        from?: string | undefined
        /** Only rates of this day or before */
        to?: string | undefined
      }
    }
    response: Response
  }
  /**
   * Export what deals earned.
   *
   * The rows of the report as CSV or XLSX, without its total. The export is recorded in the audit log.
   */
  exportResults: {
    input: {
      query: {
        /** The first day in the books */
        from: string
        /** The last day in the books; at most 400 days */
        to: string
        /** What the rows are; default: days */
        by?: 'day' | 'client' | 'asset' | 'person' | undefined
        /** The format of the file */
        format: 'csv' | 'xlsx'
      }
    }
    response: Response
  }
  /**
   * Export who was screened against which lists, when, and with what result.
   *
   * The export is recorded in the audit log.
   */
  exportScreening: {
    input: {
      query?: {
        /** Only parties of this organization */
        organization_id?: string | undefined
        /** Only parties that were screened on this day (UTC) or later */
        from?: string | undefined
        /** Only parties that were screened on this day (UTC) or before */
        to?: string | undefined
      } | undefined
    }
    response: Response
  }
  /**
   * Export lines of bank statements as CSV or XLSX.
   *
   * Newest first.
   */
  exportStatementLines: {
    input: {
      query: {
        /** A table as text (CSV, UTF-8), or a workbook of Excel */
        format: 'csv' | 'xlsx'
        /** The language of a workbook; by default what `Accept-Language` prefers */
        language?: 'en' | 'ru' | undefined
        /** Only what is found by this: the amount, or the account of the other party; at most the newest 1,000 in each way */
        q?: string | undefined
        /** Only lines of this status */
        status?: 'new' | 'matched' | 'posted' | 'set_aside' | undefined
        /** Only lines of this direction */
        direction?: 'incoming' | 'outgoing' | undefined
        /** Only lines that are posted as this */
        posted_as?: 'bank_fee' | 'tax' | 'transit' | 'exchange' | 'counterparty' | 'other' | undefined
        /** Only lines of this own account */
        account?: string | undefined
        /** Only lines in this currency */
        currency?: 'AED' | 'AFN' | 'ALL' | 'AMD' | 'AOA' | 'ARS' | 'AUD' | 'AWG' | 'AZN' | 'BAM' | 'BBD' | 'BDT' | 'BHD' | 'BIF' | 'BMD' | 'BND' | 'BOB' | 'BOV' | 'BRL' | 'BSD' | 'BTN' | 'BWP' | 'BYN' | 'BZD' | 'CAD' | 'CDF' | 'CHE' | 'CHF' | 'CHW' | 'CLF' | 'CLP' | 'CNY' | 'COP' | 'COU' | 'CRC' | 'CUP' | 'CVE' | 'CZK' | 'DJF' | 'DKK' | 'DOP' | 'DZD' | 'EGP' | 'ERN' | 'ETB' | 'EUR' | 'FJD' | 'FKP' | 'GBP' | 'GEL' | 'GHS' | 'GIP' | 'GMD' | 'GNF' | 'GTQ' | 'GYD' | 'HKD' | 'HNL' | 'HTG' | 'HUF' | 'IDR' | 'ILS' | 'INR' | 'IQD' | 'IRR' | 'ISK' | 'JMD' | 'JOD' | 'JPY' | 'KES' | 'KGS' | 'KHR' | 'KMF' | 'KPW' | 'KRW' | 'KWD' | 'KYD' | 'KZT' | 'LAK' | 'LBP' | 'LKR' | 'LRD' | 'LSL' | 'LYD' | 'MAD' | 'MDL' | 'MGA' | 'MKD' | 'MMK' | 'MNT' | 'MOP' | 'MRU' | 'MUR' | 'MVR' | 'MWK' | 'MXN' | 'MXV' | 'MYR' | 'MZN' | 'NAD' | 'NGN' | 'NIO' | 'NOK' | 'NPR' | 'NZD' | 'OMR' | 'PAB' | 'PEN' | 'PGK' | 'PHP' | 'PKR' | 'PLN' | 'PYG' | 'QAR' | 'RON' | 'RSD' | 'RUB' | 'RWF' | 'SAR' | 'SBD' | 'SCR' | 'SDG' | 'SEK' | 'SGD' | 'SHP' | 'SLE' | 'SOS' | 'SRD' | 'SSP' | 'STN' | 'SVC' | 'SYP' | 'SZL' | 'THB' | 'TJS' | 'TMT' | 'TND' | 'TOP' | 'TRY' | 'TTD' | 'TWD' | 'TZS' | 'UAH' | 'UGX' | 'USD' | 'USN' | 'UYI' | 'UYU' | 'UYW' | 'UZS' | 'VED' | 'VES' | 'VND' | 'VUV' | 'WST' | 'XAD' | 'XAF' | 'XCD' | 'XCG' | 'XOF' | 'XPF' | 'YER' | 'ZAR' | 'ZMW' | 'ZWG' | undefined
        /** Only lines that were booked on this day or later */
        from?: string | undefined
        /** Only lines that were booked on this day or before */
        to?: string | undefined
        /** Only lines of this statement */
        statement_id?: string | undefined
      }
    }
    response: Response
  }
  /**
   * Export the signed transaction.
   *
   * As text, or as a QR code for a machine without a network. The export is recorded in the audit log.
   */
  exportTransfer: {
    input: {
      params: {
        /** The id of the transfer */
        transfer_id: string
      }
      query?: {
        /** `raw`: the transaction as text, which is the default; `qr`: as a QR code (SVG) */
        format?: 'raw' | 'qr' | undefined
      } | undefined
    }
    response: Response
  }
  /**
   * Export batches of transfers as CSV or XLSX.
   *
   * Newest first.
   */
  exportTransferBatches: {
    input: {
      query: {
        /** A table as text (CSV, UTF-8), or a workbook of Excel */
        format: 'csv' | 'xlsx'
        /** The language of a workbook; by default what `Accept-Language` prefers */
        language?: 'en' | 'ru' | undefined
        /** Only rows of this organization */
        organization_id?: string | undefined
        /** Only batches of this status */
        status?: 'draft' | 'waiting' | 'approved' | 'signing' | 'signed' | 'expired' | 'cancelled' | undefined
        /** Only batches on this network */
        network?: 'bitcoin' | 'ethereum' | 'tron' | 'solana' | 'ton' | undefined
        /** Only batches that were made on this day (UTC) or later */
        from?: string | undefined
        /** Only batches that were made on this day (UTC) or before */
        to?: string | undefined
      }
    }
    response: Response
  }
  /**
   * Export transfers as CSV or XLSX.
   *
   * Newest first.
   */
  exportTransfers: {
    input: {
      query: {
        /** A table as text (CSV, UTF-8), or a workbook of Excel */
        format: 'csv' | 'xlsx'
        /** The language of a workbook; by default what `Accept-Language` prefers */
        language?: 'en' | 'ru' | undefined
        /** Only what is found by this: the whole transaction or address, or the number of the request; at most the newest 1,000 in each way */
        q?: string | undefined
        /** Only rows of this organization */
        organization_id?: string | undefined
        /** Only transfers of this status; `draft`: all that are not signed, also those that wait for approvals or have them */
        status?: 'draft' | 'waiting' | 'approved' | 'signed' | 'sent' | 'confirmed' | 'failed' | 'replaced' | 'cancelled' | undefined
        /** Only transfers on this network */
        network?: 'bitcoin' | 'ethereum' | 'tron' | 'solana' | 'ton' | undefined
        /** Only transfers of this asset */
        asset?: 'BTC' | 'ETH' | 'USDT' | 'USDC' | 'TRX' | 'SOL' | 'TON' | undefined
        /** Only transfers that deliver this request */
        request_id?: string | undefined
        /** Only transfers that this administrator prepared; `me` for those of the caller */
        created_by_id?: string | undefined
        /** Only transfers that were prepared on this day (UTC) or later */
        from?: string | undefined
        /** Only transfers that were prepared on this day (UTC) or before */
        to?: string | undefined
      }
    }
    response: Response
  }
  /**
   * Export the trial balance.
   *
   * The rows of `readTrialBalance`, by account. The export is recorded in the audit log.
   */
  exportTrialBalance: {
    input: {
      query: {
        /** A workbook, or a table as text */
        format: 'xlsx' | 'csv'
        /** The language of its heads; by default what `Accept-Language` prefers */
        language?: 'ru' | 'en' | undefined
        /** Only debits and credits of this day or later */
        from?: string | undefined
        /** The last day; today unless given */
        through?: string | undefined
      }
    }
    response: Response
  }
  /**
   * Export the wallets as CSV or XLSX.
   *
   * Newest first.
   */
  exportWallets: {
    input: {
      query: {
        /** A table as text (CSV, UTF-8), or a workbook of Excel */
        format: 'csv' | 'xlsx'
        /** The language of a workbook; by default what `Accept-Language` prefers */
        language?: 'en' | 'ru' | undefined
        /** Only wallets with this in their address: any part, in whichever case; three characters or more are found by an index */
        q?: string | undefined
        /** Only rows of this organization */
        organization_id?: string | undefined
        /** Only wallets on this network */
        network?: 'bitcoin' | 'ethereum' | 'tron' | 'solana' | 'ton' | undefined
        /** Only current wallets, or only those that were replaced */
        status?: 'current' | 'retired' | undefined
        /** By what the node said last: `some` holds coins, `none` holds nothing, `unknown` was not asked about */
        holding?: 'some' | 'none' | 'unknown' | undefined
      }
    }
    response: Response
  }
  /**
   * Export the deliveries of webhooks as CSV or XLSX.
   *
   * Newest first.
   */
  exportWebhookDeliveries: {
    input: {
      query: {
        /** A table as text (CSV, UTF-8), or a workbook of Excel */
        format: 'csv' | 'xlsx'
        /** The language of a workbook; by default what `Accept-Language` prefers */
        language?: 'en' | 'ru' | undefined
        /** Only deliveries to this endpoint */
        endpoint_id?: string | undefined
        /** Only deliveries in this state */
        state?: 'pending' | 'delivered' | 'parked' | undefined
        /** Only deliveries of events of this type */
        event_type?: string | undefined
        /** Only deliveries of events that happened on this day (UTC) or later */
        from?: string | undefined
        /** Only deliveries of events that happened on this day (UTC) or before */
        to?: string | undefined
      }
    }
    response: Response
  }
  /** List the documents of all organizations */
  filterDocuments: {
    input: {
      query?: {
        /** Only what is found by this: the beginning of the name of the file (three letters or more), or its SHA-256; at most the newest 1,000 in each way */
        q?: string | undefined
        /** Only rows of this organization */
        organization_id?: string | undefined
        /** Only documents of this kind */
        kind?: 'charter' | 'inn-certificate' | 'ogrn-certificate' | 'bank-details' | 'kyc-representative' | 'power-of-attorney' | 'other' | undefined
        /** Only documents in this state today */
        status?: 'pending' | 'approved' | 'rejected' | 'expired' | undefined
        /** Only documents that were uploaded on this day (UTC) or later */
        from?: string | undefined
        /** Only documents that were uploaded on this day (UTC) or before */
        to?: string | undefined
        /** The largest number of objects on the page */
        limit?: number | undefined
        /** The `next_cursor` of the page before */
        cursor?: string | undefined
      } | undefined
    }
    response: FilteredDocumentsResponse
  }
  /** Count the rows of a list: list the documents of all organizations */
  filterDocumentsTotals: {
    input: {
      query?: {
        /** Only what is found by this: the beginning of the name of the file (three letters or more), or its SHA-256; at most the newest 1,000 in each way */
        q?: string | undefined
        /** Only rows of this organization */
        organization_id?: string | undefined
        /** Only documents of this kind */
        kind?: 'charter' | 'inn-certificate' | 'ogrn-certificate' | 'bank-details' | 'kyc-representative' | 'power-of-attorney' | 'other' | undefined
        /** Only documents in this state today */
        status?: 'pending' | 'approved' | 'rejected' | 'expired' | undefined
        /** Only documents that were uploaded on this day (UTC) or later */
        from?: string | undefined
        /** Only documents that were uploaded on this day (UTC) or before */
        to?: string | undefined
      } | undefined
    }
    response: ListTotals
  }
  /** List organizations with all filters */
  filterOrganizations: {
    input: {
      query?: {
        /** Words of the name, or the beginning of a number, as in the list */
        q?: string | undefined
        /** Only organizations of this type */
        type?: 'legal' | 'individual' | 'foreign' | undefined
        /** Only organizations in this state */
        kyb_status?: 'new' | 'in_review' | 'approved' | 'rejected' | 'suspended' | undefined
        /** Only those with this status */
        registry_status?: 'active' | 'liquidating' | 'liquidated' | 'bankrupt' | 'reorganizing' | 'unknown' | undefined
        /** Only the organizations of the desk itself, or only others */
        own?: 'true' | 'false' | undefined
        /** Only organizations that were created on this day (UTC) or later */
        from?: string | undefined
        /** Only organizations that were created on this day (UTC) or before */
        to?: string | undefined
        /** `-created_at` is newest first, which is the default; `created_at` is oldest first */
        sort?: '-created_at' | 'created_at' | undefined
        /** The largest number of objects on the page */
        limit?: number | undefined
        /** The `next_cursor` of the page before */
        cursor?: string | undefined
      } | undefined
    }
    response: FilteredOrganizationsResponse
  }
  /** Count the rows of a list: list organizations with all filters */
  filterOrganizationsTotals: {
    input: {
      query?: {
        /** Words of the name, or the beginning of a number, as in the list */
        q?: string | undefined
        /** Only organizations of this type */
        type?: 'legal' | 'individual' | 'foreign' | undefined
        /** Only organizations in this state */
        kyb_status?: 'new' | 'in_review' | 'approved' | 'rejected' | 'suspended' | undefined
        /** Only those with this status */
        registry_status?: 'active' | 'liquidating' | 'liquidated' | 'bankrupt' | 'reorganizing' | 'unknown' | undefined
        /** Only the organizations of the desk itself, or only others */
        own?: 'true' | 'false' | undefined
        /** Only organizations that were created on this day (UTC) or later */
        from?: string | undefined
        /** Only organizations that were created on this day (UTC) or before */
        to?: string | undefined
      } | undefined
    }
    response: ListTotals
  }
  /** List the payments of all purchase requests */
  filterPayments: {
    input: {
      query?: {
        /** Only what is found by this: the reference, the amount, the account of the payer, the number of the request; at most the newest 1,000 in each way */
        q?: string | undefined
        /** Only rows of this organization */
        organization_id?: string | undefined
        /** Only payments of this request */
        request_id?: string | undefined
        /** Only money that was received on this day (UTC) or later */
        from?: string | undefined
        /** Only money that was received on this day (UTC) or before */
        to?: string | undefined
        /** The largest number of objects on the page */
        limit?: number | undefined
        /** The `next_cursor` of the page before */
        cursor?: string | undefined
      } | undefined
    }
    response: FilteredPaymentsResponse
  }
  /** Count the rows of a list and sum their amounts: list the payments of all purchase requests */
  filterPaymentsTotals: {
    input: {
      query?: {
        /** Only what is found by this: the reference, the amount, the account of the payer, the number of the request; at most the newest 1,000 in each way */
        q?: string | undefined
        /** Only rows of this organization */
        organization_id?: string | undefined
        /** Only payments of this request */
        request_id?: string | undefined
        /** Only money that was received on this day (UTC) or later */
        from?: string | undefined
        /** Only money that was received on this day (UTC) or before */
        to?: string | undefined
      } | undefined
    }
    response: ListTotals
  }
  /** List purchase requests with all filters */
  filterPurchaseRequests: {
    input: {
      query?: {
        /** Only what is found by this: the number or the end of it, our id or yours, the address, the reference, amount or payer account of a payment, the total, a transaction; at most the newest 1,000 in each way */
        q?: string | undefined
        /** Only rows of this organization */
        organization_id?: string | undefined
        /** Only requests of this status */
        status?: 'new' | 'in_review' | 'on_hold' | 'approved' | 'expired' | 'paid' | 'failed' | 'completed' | 'rejected' | 'cancelled' | 'refunded' | undefined
        /** Only requests for this asset */
        asset?: 'BTC' | 'ETH' | 'USDT' | 'USDC' | 'TRX' | 'SOL' | 'TON' | undefined
        /** Only requests on this network */
        network?: 'bitcoin' | 'ethereum' | 'tron' | 'solana' | 'ton' | undefined
        /** Only requests with prices in this currency */
        fiat_currency?: 'AED' | 'AFN' | 'ALL' | 'AMD' | 'AOA' | 'ARS' | 'AUD' | 'AWG' | 'AZN' | 'BAM' | 'BBD' | 'BDT' | 'BHD' | 'BIF' | 'BMD' | 'BND' | 'BOB' | 'BOV' | 'BRL' | 'BSD' | 'BTN' | 'BWP' | 'BYN' | 'BZD' | 'CAD' | 'CDF' | 'CHE' | 'CHF' | 'CHW' | 'CLF' | 'CLP' | 'CNY' | 'COP' | 'COU' | 'CRC' | 'CUP' | 'CVE' | 'CZK' | 'DJF' | 'DKK' | 'DOP' | 'DZD' | 'EGP' | 'ERN' | 'ETB' | 'EUR' | 'FJD' | 'FKP' | 'GBP' | 'GEL' | 'GHS' | 'GIP' | 'GMD' | 'GNF' | 'GTQ' | 'GYD' | 'HKD' | 'HNL' | 'HTG' | 'HUF' | 'IDR' | 'ILS' | 'INR' | 'IQD' | 'IRR' | 'ISK' | 'JMD' | 'JOD' | 'JPY' | 'KES' | 'KGS' | 'KHR' | 'KMF' | 'KPW' | 'KRW' | 'KWD' | 'KYD' | 'KZT' | 'LAK' | 'LBP' | 'LKR' | 'LRD' | 'LSL' | 'LYD' | 'MAD' | 'MDL' | 'MGA' | 'MKD' | 'MMK' | 'MNT' | 'MOP' | 'MRU' | 'MUR' | 'MVR' | 'MWK' | 'MXN' | 'MXV' | 'MYR' | 'MZN' | 'NAD' | 'NGN' | 'NIO' | 'NOK' | 'NPR' | 'NZD' | 'OMR' | 'PAB' | 'PEN' | 'PGK' | 'PHP' | 'PKR' | 'PLN' | 'PYG' | 'QAR' | 'RON' | 'RSD' | 'RUB' | 'RWF' | 'SAR' | 'SBD' | 'SCR' | 'SDG' | 'SEK' | 'SGD' | 'SHP' | 'SLE' | 'SOS' | 'SRD' | 'SSP' | 'STN' | 'SVC' | 'SYP' | 'SZL' | 'THB' | 'TJS' | 'TMT' | 'TND' | 'TOP' | 'TRY' | 'TTD' | 'TWD' | 'TZS' | 'UAH' | 'UGX' | 'USD' | 'USN' | 'UYI' | 'UYU' | 'UYW' | 'UZS' | 'VED' | 'VES' | 'VND' | 'VUV' | 'WST' | 'XAD' | 'XAF' | 'XCD' | 'XCG' | 'XOF' | 'XPF' | 'YER' | 'ZAR' | 'ZMW' | 'ZWG' | undefined
        /** Only requests that have ever reached this stage of the funnel */
        reached?: 'requested' | 'reviewed' | 'approved' | 'paid' | 'delivered' | undefined
        /** `open`: only requests for which the organization still owes money: for all coins of a completed one, or for those that were delivered */
        debt?: 'open' | undefined
        /** `payment`: only requests for which money is still to come, also if they were paid in part or delivered before; `delivery`: only those that were paid and not delivered in full */
        awaits?: 'payment' | 'delivery' | undefined
        /** Only requests of this administrator; `me` for those of the caller, `none` for those of nobody */
        assignee_id?: string | undefined
        /** Only requests that were created on this day (UTC) or later */
        from?: string | undefined
        /** Only requests that were created on this day (UTC) or before */
        to?: string | undefined
        /** `-created_at` is newest first, which is the default; `created_at` is oldest first */
        sort?: '-created_at' | 'created_at' | undefined
        /** The largest number of objects on the page */
        limit?: number | undefined
        /** The `next_cursor` of the page before */
        cursor?: string | undefined
      } | undefined
    }
    response: FilteredRequestsResponse
  }
  /** Count the rows of a list and sum their amounts: list purchase requests with all filters */
  filterPurchaseRequestsTotals: {
    input: {
      query?: {
        /** Only what is found by this: the number or the end of it, our id or yours, the address, the reference, amount or payer account of a payment, the total, a transaction; at most the newest 1,000 in each way */
        q?: string | undefined
        /** Only rows of this organization */
        organization_id?: string | undefined
        /** Only requests of this status */
        status?: 'new' | 'in_review' | 'on_hold' | 'approved' | 'expired' | 'paid' | 'failed' | 'completed' | 'rejected' | 'cancelled' | 'refunded' | undefined
        /** Only requests for this asset */
        asset?: 'BTC' | 'ETH' | 'USDT' | 'USDC' | 'TRX' | 'SOL' | 'TON' | undefined
        /** Only requests on this network */
        network?: 'bitcoin' | 'ethereum' | 'tron' | 'solana' | 'ton' | undefined
        /** Only requests with prices in this currency */
        fiat_currency?: 'AED' | 'AFN' | 'ALL' | 'AMD' | 'AOA' | 'ARS' | 'AUD' | 'AWG' | 'AZN' | 'BAM' | 'BBD' | 'BDT' | 'BHD' | 'BIF' | 'BMD' | 'BND' | 'BOB' | 'BOV' | 'BRL' | 'BSD' | 'BTN' | 'BWP' | 'BYN' | 'BZD' | 'CAD' | 'CDF' | 'CHE' | 'CHF' | 'CHW' | 'CLF' | 'CLP' | 'CNY' | 'COP' | 'COU' | 'CRC' | 'CUP' | 'CVE' | 'CZK' | 'DJF' | 'DKK' | 'DOP' | 'DZD' | 'EGP' | 'ERN' | 'ETB' | 'EUR' | 'FJD' | 'FKP' | 'GBP' | 'GEL' | 'GHS' | 'GIP' | 'GMD' | 'GNF' | 'GTQ' | 'GYD' | 'HKD' | 'HNL' | 'HTG' | 'HUF' | 'IDR' | 'ILS' | 'INR' | 'IQD' | 'IRR' | 'ISK' | 'JMD' | 'JOD' | 'JPY' | 'KES' | 'KGS' | 'KHR' | 'KMF' | 'KPW' | 'KRW' | 'KWD' | 'KYD' | 'KZT' | 'LAK' | 'LBP' | 'LKR' | 'LRD' | 'LSL' | 'LYD' | 'MAD' | 'MDL' | 'MGA' | 'MKD' | 'MMK' | 'MNT' | 'MOP' | 'MRU' | 'MUR' | 'MVR' | 'MWK' | 'MXN' | 'MXV' | 'MYR' | 'MZN' | 'NAD' | 'NGN' | 'NIO' | 'NOK' | 'NPR' | 'NZD' | 'OMR' | 'PAB' | 'PEN' | 'PGK' | 'PHP' | 'PKR' | 'PLN' | 'PYG' | 'QAR' | 'RON' | 'RSD' | 'RUB' | 'RWF' | 'SAR' | 'SBD' | 'SCR' | 'SDG' | 'SEK' | 'SGD' | 'SHP' | 'SLE' | 'SOS' | 'SRD' | 'SSP' | 'STN' | 'SVC' | 'SYP' | 'SZL' | 'THB' | 'TJS' | 'TMT' | 'TND' | 'TOP' | 'TRY' | 'TTD' | 'TWD' | 'TZS' | 'UAH' | 'UGX' | 'USD' | 'USN' | 'UYI' | 'UYU' | 'UYW' | 'UZS' | 'VED' | 'VES' | 'VND' | 'VUV' | 'WST' | 'XAD' | 'XAF' | 'XCD' | 'XCG' | 'XOF' | 'XPF' | 'YER' | 'ZAR' | 'ZMW' | 'ZWG' | undefined
        /** Only requests that have ever reached this stage of the funnel */
        reached?: 'requested' | 'reviewed' | 'approved' | 'paid' | 'delivered' | undefined
        /** `open`: only requests for which the organization still owes money: for all coins of a completed one, or for those that were delivered */
        debt?: 'open' | undefined
        /** `payment`: only requests for which money is still to come, also if they were paid in part or delivered before; `delivery`: only those that were paid and not delivered in full */
        awaits?: 'payment' | 'delivery' | undefined
        /** Only requests of this administrator; `me` for those of the caller, `none` for those of nobody */
        assignee_id?: string | undefined
        /** Only requests that were created on this day (UTC) or later */
        from?: string | undefined
        /** Only requests that were created on this day (UTC) or before */
        to?: string | undefined
      } | undefined
    }
    response: ListTotals
  }
  /**
   * List the wallets of all organizations.
   *
   * Of all generations. Nothing secret is in it. Balances by the node are those that it last gave: it is asked in the background.
   */
  filterWallets: {
    input: {
      query?: {
        /** Only wallets with this in their address: any part, in whichever case; three characters or more are found by an index */
        q?: string | undefined
        /** Only rows of this organization */
        organization_id?: string | undefined
        /** Only wallets on this network */
        network?: 'bitcoin' | 'ethereum' | 'tron' | 'solana' | 'ton' | undefined
        /** Only current wallets, or only those that were replaced */
        status?: 'current' | 'retired' | undefined
        /** By what the node said last: `some` holds coins, `none` holds nothing, `unknown` was not asked about */
        holding?: 'some' | 'none' | 'unknown' | undefined
        /** `-created_at` is newest first, which is the default; `created_at` is oldest first */
        sort?: '-created_at' | 'created_at' | undefined
        /** The largest number of objects on the page */
        limit?: number | undefined
        /** The `next_cursor` of the page before */
        cursor?: string | undefined
      } | undefined
    }
    response: FilteredWalletsResponse
  }
  /** Count the rows of a list and sum their amounts: list the wallets of all organizations */
  filterWalletsTotals: {
    input: {
      query?: {
        /** Only wallets with this in their address: any part, in whichever case; three characters or more are found by an index */
        q?: string | undefined
        /** Only rows of this organization */
        organization_id?: string | undefined
        /** Only wallets on this network */
        network?: 'bitcoin' | 'ethereum' | 'tron' | 'solana' | 'ton' | undefined
        /** Only current wallets, or only those that were replaced */
        status?: 'current' | 'retired' | undefined
        /** By what the node said last: `some` holds coins, `none` holds nothing, `unknown` was not asked about */
        holding?: 'some' | 'none' | 'unknown' | undefined
      } | undefined
    }
    response: ListTotals
  }
  /** List the deliveries of all webhook endpoints, newest first */
  filterWebhookDeliveries: {
    input: {
      query?: {
        /** Only deliveries to this endpoint */
        endpoint_id?: string | undefined
        /** Only deliveries in this state */
        state?: 'pending' | 'delivered' | 'parked' | undefined
        /** Only deliveries of events of this type */
        event_type?: string | undefined
        /** Only deliveries of events that happened on this day (UTC) or later */
        from?: string | undefined
        /** Only deliveries of events that happened on this day (UTC) or before */
        to?: string | undefined
        /** The largest number of objects on the page */
        limit?: number | undefined
        /** The `next_cursor` of the page before */
        cursor?: string | undefined
      } | undefined
    }
    response: FilteredWebhookDeliveriesResponse
  }
  /** Count the rows of a list: list the deliveries of all webhook endpoints, newest first */
  filterWebhookDeliveriesTotals: {
    input: {
      query?: {
        /** Only deliveries to this endpoint */
        endpoint_id?: string | undefined
        /** Only deliveries in this state */
        state?: 'pending' | 'delivered' | 'parked' | undefined
        /** Only deliveries of events of this type */
        event_type?: string | undefined
        /** Only deliveries of events that happened on this day (UTC) or later */
        from?: string | undefined
        /** Only deliveries of events that happened on this day (UTC) or before */
        to?: string | undefined
      } | undefined
    }
    response: ListTotals
  }
  /**
   * Find an organization by its external id.
   *
   * The external id must be the same, letter for letter. At most one organization has it.
   */
  findOrganizationByExternalId: {
    input: {
      query: {
        /** The id of the organization in your system */
        external_id: string
      }
    }
    response: OrganizationResponse
  }
  /**
   * Read a paper whose purchase request is not known.
   *
   * The response names the request.
   */
  findPaper: {
    input: {
      params: {
        /** The id of the paper */
        paper_id: string
      }
    }
    response: PaperResponse
  }
  /**
   * Find a purchase request by its external id.
   *
   * The external id must be the same, letter for letter. At most one request has it.
   */
  findPurchaseRequestByExternalId: {
    input: {
      query: {
        /** The id of the request in your system */
        external_id: string
      }
    }
    response: PurchaseRequestResponse
  }
  /** Find a purchase request by its number */
  findPurchaseRequestByNumber: {
    input: {
      query: {
        /** The number of the request */
        number: string
      }
    }
    response: PurchaseRequestResponse
  }
  /** Read the bank-details document */
  getBankDetailsDocument: {
    input: {
      params: {
        /** The id of the organization */
        organization_id: string
      }
    }
    response: DocumentResponse
  }
  /** Read the charter document */
  getCharterDocument: {
    input: {
      params: {
        /** The id of the organization */
        organization_id: string
      }
    }
    response: DocumentResponse
  }
  /**
   * Download a document.
   *
   * Use `download_url` as the path: its signature is the credential. One range of bytes may be requested.
   */
  getDocumentContent: {
    input: {
      params: {
        /** The id of the organization */
        organization_id: string
        /** The kind of the document */
        kind: string
      }
      query?: {
        /** The version of the document */
        version?: string | undefined
        /** The session that the path was made for */
        session?: string | undefined
        /** The API key that the path was made for, in place of a session */
        api_key?: string | undefined
        /** When the path expires, in seconds since 1970 */
        expires?: string | undefined
        /** The signature of the path */
        signature?: string | undefined
      } | undefined
    }
    response: Response
  }
  /** Read the inn-certificate document */
  getInnCertificateDocument: {
    input: {
      params: {
        /** The id of the organization */
        organization_id: string
      }
    }
    response: DocumentResponse
  }
  /** Read the kyc-representative document */
  getKycRepresentativeDocument: {
    input: {
      params: {
        /** The id of the organization */
        organization_id: string
      }
    }
    response: DocumentResponse
  }
  /** Read the ogrn-certificate document */
  getOgrnCertificateDocument: {
    input: {
      params: {
        /** The id of the organization */
        organization_id: string
      }
    }
    response: DocumentResponse
  }
  /** Read the other document */
  getOtherDocument: {
    input: {
      params: {
        /** The id of the organization */
        organization_id: string
      }
    }
    response: DocumentResponse
  }
  /** Read the power-of-attorney document */
  getPowerOfAttorneyDocument: {
    input: {
      params: {
        /** The id of the organization */
        organization_id: string
      }
    }
    response: DocumentResponse
  }
  /**
   * Import the register of banks.
   *
   * Reads the whole register of BIK that the Bank of Russia publishes every day (ED807) and replaces the one that is there. A file that cannot be read, has only changes, or is older changes nothing, and the response says why.
   */
  importBanks: {
    input: {
      body: ImportBanksBody | FormData
    }
    response: BanksImportResponse
  }
  /**
   * Import transactions of own wallets.
   *
   * Reads CSV with the columns time, network, wallet, asset, amount (negative for payments), tx_hash, counterparty and fee. A line is added once, also when files overlap, and matched if its transaction is known. The same file again changes nothing. A file that cannot be read changes nothing, and the response says where it is damaged.
   */
  importChainStatement: {
    input: {
      body: ImportChainStatementBody | FormData
    }
    response: ChainImportResponse
  }
  /**
   * Import the party register.
   *
   * Replaces the whole register, or changes nothing. The response comes when the files have arrived; the import goes on in the background, and `GET /v1/party-register` shows how far it is. The search uses the old register until then. An invalid row costs only itself and is reported.
   */
  importPartyRegister: {
    input: {
      body: ImportPartyRegisterBody | FormData
    }
    response: RegisterImport
  }
  /**
   * Import rates of exchange.
   *
   * Reads the daily file of the Bank of Russia, and CSV. The same file again changes nothing. A file that cannot be read changes nothing, and the response says where it is damaged. Rates that count on a closed day are refused if they would change it.
   */
  importRates: {
    input: {
      body: ImportRatesBody | FormData
    }
    response: RatesImportResponse
  }
  /**
   * Import a sanctions list.
   *
   * Replaces the list as a whole, or not at all. A damaged row costs only itself and is reported. A list that has lost more than a tenth of its entries is refused with 409 `list_shrunk` unless `force` is `true`. If the policy asks for an approval, nothing is published: send the same files again once it is given.
   */
  importScreeningList: {
    input: {
      body: ImportScreeningListBody | FormData
    }
    response: ScreeningImportResponse
  }
  /**
   * Import a bank statement.
   *
   * Reads 1C ClientBankExchange, camt.053 and MT940, and announcements: camt.054 and MT942. Each line is added once, also when files overlap. A file that cannot be read changes nothing, and the response says where it is damaged. Supports `Idempotency-Key`.
   */
  importStatement: {
    input: {
      body: ImportStatementBody | FormData
    }
    response: StatementResponse
  }
  /**
   * Issue an invoice or an act.
   *
   * The paper gets its number and keeps the data of this moment. The PDF is made from them in the background. Supports `Idempotency-Key`.
   */
  issuePaper: {
    input: {
      params: {
        /** The id of the purchase request */
        request_id: string
      }
      body: IssuePaperBody
    }
    response: PaperResponse
  }
  /** List acquisitions of coins, the newest day first */
  listAcquisitions: {
    input: {
      query?: {
        /** Only acquisitions of this company of the desk */
        company_id?: string | undefined
        /** Only acquisitions of this asset */
        asset?: 'BTC' | 'ETH' | 'USDT' | 'USDC' | 'TRX' | 'SOL' | 'TON' | undefined
        /** Only acquisitions on this network */
        network?: 'bitcoin' | 'ethereum' | 'tron' | 'solana' | 'ton' | undefined
        /** Only acquisitions of this day in the books or later */
        from?: string | undefined
        /** Only acquisitions of this day in the books or before */
        to?: string | undefined
        /** The largest number of objects on the page */
        limit?: number | undefined
        /** The `next_cursor` of the page before */
        cursor?: string | undefined
      } | undefined
    }
    response: AcquisitionListResponse
  }
  /** Count the rows of a list: list acquisitions of coins, the newest day first */
  listAcquisitionsTotals: {
    input: {
      query?: {
        /** Only acquisitions of this company of the desk */
        company_id?: string | undefined
        /** Only acquisitions of this asset */
        asset?: 'BTC' | 'ETH' | 'USDT' | 'USDC' | 'TRX' | 'SOL' | 'TON' | undefined
        /** Only acquisitions on this network */
        network?: 'bitcoin' | 'ethereum' | 'tron' | 'solana' | 'ton' | undefined
        /** Only acquisitions of this day in the books or later */
        from?: string | undefined
        /** Only acquisitions of this day in the books or before */
        to?: string | undefined
      } | undefined
    }
    response: ListTotals
  }
  /** List the address book of an organization */
  listAddresses: {
    input: {
      params: {
        /** The id of the organization */
        organization_id: string
      }
      query?: {
        /** Only addresses of this network */
        network?: 'bitcoin' | 'ethereum' | 'tron' | 'solana' | 'ton' | undefined
      } | undefined
    }
    response: BookAddressListResponse
  }
  /** List the names of all administrators, to assign requests to them */
  listAdministratorNames: {
    input: {
      query?: {
        /** The largest number of objects on the page */
        limit?: number | undefined
        /** How many objects of the list to leave out before the page */
        offset?: number | undefined
      } | undefined
    }
    response: AdministratorNameListResponse
  }
  /** List administrators */
  listAdministrators: {
    input: {
      query?: {
        /** The largest number of objects on the page */
        limit?: number | undefined
        /** How many objects of the list to leave out before the page */
        offset?: number | undefined
      } | undefined
    }
    response: AdministratorListResponse
  }
  /**
   * List the money that banks have announced, newest first.
   *
   * Lines of MT942 and camt.054. Nothing is posted or matched from them: a line of a later statement that is the same books them. Suggestions say what an announced line will be for.
   */
  listAnnouncedLines: {
    input: {
      query?: {
        /** Only lines of this status */
        status?: 'announced' | 'booked' | 'not_booked' | undefined
        /** Only lines that this import announced first */
        statement_id?: string | undefined
        /** Only lines of this direction */
        direction?: 'incoming' | 'outgoing' | undefined
        /** Only lines of this own account */
        account?: string | undefined
        /** Only lines in this currency */
        currency?: 'AED' | 'AFN' | 'ALL' | 'AMD' | 'AOA' | 'ARS' | 'AUD' | 'AWG' | 'AZN' | 'BAM' | 'BBD' | 'BDT' | 'BHD' | 'BIF' | 'BMD' | 'BND' | 'BOB' | 'BOV' | 'BRL' | 'BSD' | 'BTN' | 'BWP' | 'BYN' | 'BZD' | 'CAD' | 'CDF' | 'CHE' | 'CHF' | 'CHW' | 'CLF' | 'CLP' | 'CNY' | 'COP' | 'COU' | 'CRC' | 'CUP' | 'CVE' | 'CZK' | 'DJF' | 'DKK' | 'DOP' | 'DZD' | 'EGP' | 'ERN' | 'ETB' | 'EUR' | 'FJD' | 'FKP' | 'GBP' | 'GEL' | 'GHS' | 'GIP' | 'GMD' | 'GNF' | 'GTQ' | 'GYD' | 'HKD' | 'HNL' | 'HTG' | 'HUF' | 'IDR' | 'ILS' | 'INR' | 'IQD' | 'IRR' | 'ISK' | 'JMD' | 'JOD' | 'JPY' | 'KES' | 'KGS' | 'KHR' | 'KMF' | 'KPW' | 'KRW' | 'KWD' | 'KYD' | 'KZT' | 'LAK' | 'LBP' | 'LKR' | 'LRD' | 'LSL' | 'LYD' | 'MAD' | 'MDL' | 'MGA' | 'MKD' | 'MMK' | 'MNT' | 'MOP' | 'MRU' | 'MUR' | 'MVR' | 'MWK' | 'MXN' | 'MXV' | 'MYR' | 'MZN' | 'NAD' | 'NGN' | 'NIO' | 'NOK' | 'NPR' | 'NZD' | 'OMR' | 'PAB' | 'PEN' | 'PGK' | 'PHP' | 'PKR' | 'PLN' | 'PYG' | 'QAR' | 'RON' | 'RSD' | 'RUB' | 'RWF' | 'SAR' | 'SBD' | 'SCR' | 'SDG' | 'SEK' | 'SGD' | 'SHP' | 'SLE' | 'SOS' | 'SRD' | 'SSP' | 'STN' | 'SVC' | 'SYP' | 'SZL' | 'THB' | 'TJS' | 'TMT' | 'TND' | 'TOP' | 'TRY' | 'TTD' | 'TWD' | 'TZS' | 'UAH' | 'UGX' | 'USD' | 'USN' | 'UYI' | 'UYU' | 'UYW' | 'UZS' | 'VED' | 'VES' | 'VND' | 'VUV' | 'WST' | 'XAD' | 'XAF' | 'XCD' | 'XCG' | 'XOF' | 'XPF' | 'YER' | 'ZAR' | 'ZMW' | 'ZWG' | undefined
        /** Only lines that were booked on this day or later */
        from?: string | undefined
        /** Only lines that were booked on this day or before */
        to?: string | undefined
        /** The largest number of objects on the page */
        limit?: number | undefined
        /** The `next_cursor` of the page before */
        cursor?: string | undefined
      } | undefined
    }
    response: AnnouncedLineListResponse
  }
  /** Count the rows of a list and sum their amounts: list the money that banks have announced, newest first */
  listAnnouncedLinesTotals: {
    input: {
      query?: {
        /** Only lines of this status */
        status?: 'announced' | 'booked' | 'not_booked' | undefined
        /** Only lines that this import announced first */
        statement_id?: string | undefined
        /** Only lines of this direction */
        direction?: 'incoming' | 'outgoing' | undefined
        /** Only lines of this own account */
        account?: string | undefined
        /** Only lines in this currency */
        currency?: 'AED' | 'AFN' | 'ALL' | 'AMD' | 'AOA' | 'ARS' | 'AUD' | 'AWG' | 'AZN' | 'BAM' | 'BBD' | 'BDT' | 'BHD' | 'BIF' | 'BMD' | 'BND' | 'BOB' | 'BOV' | 'BRL' | 'BSD' | 'BTN' | 'BWP' | 'BYN' | 'BZD' | 'CAD' | 'CDF' | 'CHE' | 'CHF' | 'CHW' | 'CLF' | 'CLP' | 'CNY' | 'COP' | 'COU' | 'CRC' | 'CUP' | 'CVE' | 'CZK' | 'DJF' | 'DKK' | 'DOP' | 'DZD' | 'EGP' | 'ERN' | 'ETB' | 'EUR' | 'FJD' | 'FKP' | 'GBP' | 'GEL' | 'GHS' | 'GIP' | 'GMD' | 'GNF' | 'GTQ' | 'GYD' | 'HKD' | 'HNL' | 'HTG' | 'HUF' | 'IDR' | 'ILS' | 'INR' | 'IQD' | 'IRR' | 'ISK' | 'JMD' | 'JOD' | 'JPY' | 'KES' | 'KGS' | 'KHR' | 'KMF' | 'KPW' | 'KRW' | 'KWD' | 'KYD' | 'KZT' | 'LAK' | 'LBP' | 'LKR' | 'LRD' | 'LSL' | 'LYD' | 'MAD' | 'MDL' | 'MGA' | 'MKD' | 'MMK' | 'MNT' | 'MOP' | 'MRU' | 'MUR' | 'MVR' | 'MWK' | 'MXN' | 'MXV' | 'MYR' | 'MZN' | 'NAD' | 'NGN' | 'NIO' | 'NOK' | 'NPR' | 'NZD' | 'OMR' | 'PAB' | 'PEN' | 'PGK' | 'PHP' | 'PKR' | 'PLN' | 'PYG' | 'QAR' | 'RON' | 'RSD' | 'RUB' | 'RWF' | 'SAR' | 'SBD' | 'SCR' | 'SDG' | 'SEK' | 'SGD' | 'SHP' | 'SLE' | 'SOS' | 'SRD' | 'SSP' | 'STN' | 'SVC' | 'SYP' | 'SZL' | 'THB' | 'TJS' | 'TMT' | 'TND' | 'TOP' | 'TRY' | 'TTD' | 'TWD' | 'TZS' | 'UAH' | 'UGX' | 'USD' | 'USN' | 'UYI' | 'UYU' | 'UYW' | 'UZS' | 'VED' | 'VES' | 'VND' | 'VUV' | 'WST' | 'XAD' | 'XAF' | 'XCD' | 'XCG' | 'XOF' | 'XPF' | 'YER' | 'ZAR' | 'ZMW' | 'ZWG' | undefined
        /** Only lines that were booked on this day or later */
        from?: string | undefined
        /** Only lines that were booked on this day or before */
        to?: string | undefined
      } | undefined
    }
    response: ListTotals
  }
  /** List API keys */
  listApiKeys: {
    input: {
      query?: {
        /** The largest number of objects on the page */
        limit?: number | undefined
        /** How many objects of the list to leave out before the page */
        offset?: number | undefined
      } | undefined
    }
    response: ApiKeyListResponse
  }
  /** List approvals, newest first */
  listApprovals: {
    input: {
      query?: {
        /** Only approvals of this status */
        status?: 'waiting' | 'approved' | 'refused' | 'expired' | 'used' | 'withdrawn' | 'stale' | undefined
        /** Only approvals of this act */
        act?: 'organization.decide_kyb' | 'document.review' | 'wallet.reveal' | 'wallet.replace' | 'address.add' | 'transfer.sign' | 'transfer.release' | 'transfer.confirm' | 'signing.start' | 'policy.change' | 'request.approve' | 'payment.record' | 'credit.allocate' | 'request.complete' | 'request.accept_deviation' | 'payment.reverse' | 'request.refund' | 'refund.reverse' | 'delivery.reverse' | 'books.post' | 'rates.set' | 'books.revalue' | 'treasury.acquire' | 'refund.order' | 'books.close' | 'books.reopen' | 'statement.import' | 'screening.decide' | 'screening.import' | 'administrator.create' | 'administrator.change_role' | 'administrator.enable' | 'administrator.disable' | 'administrator.reset' | 'api_key.create' | 'webhook.save' | undefined
        /** Only approvals that this administrator asked for */
        asked_by?: string | undefined
        /** Only approvals of acts on this object */
        subject_id?: string | undefined
        /** The largest number of objects on the page */
        limit?: number | undefined
        /** The `next_cursor` of the page before */
        cursor?: string | undefined
      } | undefined
    }
    response: ApprovalListResponse
  }
  /** Count the rows of a list: list approvals, newest first */
  listApprovalsTotals: {
    input: {
      query?: {
        /** Only approvals of this status */
        status?: 'waiting' | 'approved' | 'refused' | 'expired' | 'used' | 'withdrawn' | 'stale' | undefined
        /** Only approvals of this act */
        act?: 'organization.decide_kyb' | 'document.review' | 'wallet.reveal' | 'wallet.replace' | 'address.add' | 'transfer.sign' | 'transfer.release' | 'transfer.confirm' | 'signing.start' | 'policy.change' | 'request.approve' | 'payment.record' | 'credit.allocate' | 'request.complete' | 'request.accept_deviation' | 'payment.reverse' | 'request.refund' | 'refund.reverse' | 'delivery.reverse' | 'books.post' | 'rates.set' | 'books.revalue' | 'treasury.acquire' | 'refund.order' | 'books.close' | 'books.reopen' | 'statement.import' | 'screening.decide' | 'screening.import' | 'administrator.create' | 'administrator.change_role' | 'administrator.enable' | 'administrator.disable' | 'administrator.reset' | 'api_key.create' | 'webhook.save' | undefined
        /** Only approvals that this administrator asked for */
        asked_by?: string | undefined
        /** Only approvals of acts on this object */
        subject_id?: string | undefined
      } | undefined
    }
    response: ListTotals
  }
  /** List the rows of the audit log, newest first */
  listAuditEvents: {
    input: {
      query?: {
        /** Only rows of this action */
        action?: 'access.denied' | 'acquisition.recorded' | 'acquisition.reversed' | 'address.added' | 'address.removed' | 'administrator.confirmed' | 'administrator.created' | 'administrator.disabled' | 'administrator.enabled' | 'administrator.otp_disabled' | 'administrator.otp_enabled' | 'administrator.otp_enrolled' | 'administrator.passkey_added' | 'administrator.passkey_removed' | 'administrator.password_changed' | 'administrator.password_set' | 'administrator.reset' | 'administrator.updated' | 'api_key.created' | 'api_key.resumed' | 'api_key.revoked' | 'api_key.suspended' | 'approval.approved' | 'approval.asked' | 'approval.refused' | 'approval.stale' | 'approval.used' | 'approval.voted' | 'approval.withdrawn' | 'audit.exported' | 'audit.register_begun' | 'audit.values_erased' | 'audit.verification_failed' | 'auth.login' | 'auth.logout' | 'auth.reauthenticated' | 'backup.created' | 'backup.restored' | 'bank_register.imported' | 'book_entry.posted' | 'book_entry.reversed' | 'books.closed' | 'books.exported' | 'books.reopened' | 'books.revalued' | 'chain_line.matched' | 'chain_line.reopened' | 'chain_line.set_aside' | 'chain_line.taken_back' | 'chain_statement.imported' | 'client_contract.set' | 'comment_attachment.downloaded' | 'comment_attachment.upload_refused' | 'control.started' | 'credit.allocated' | 'credit.linked' | 'credit.recorded' | 'credit.refund_reversed' | 'credit.refunded' | 'desk_company.created' | 'desk_company.updated' | 'document.commented' | 'document.downloaded' | 'document.expired' | 'document.reopened' | 'document.reviewed' | 'document.upload_refused' | 'document.uploaded' | 'founding.confirmed' | 'founding.declared' | 'founding.proposed' | 'founding.withdrawn' | 'list.exported' | 'organization.commented' | 'organization.created' | 'organization.kyb_decided' | 'organization.updated' | 'paper.issued' | 'paper.rendered' | 'paper.voided' | 'papers.archived' | 'party_register.imported' | 'payment_file.created' | 'payment_file.downloaded' | 'payment_file.voided' | 'person.created' | 'person.deleted' | 'person.identity_document_read' | 'person.updated' | 'plan.set' | 'policy.changed' | 'policy.recovered' | 'posting_rule.created' | 'posting_rule.deleted' | 'proof.accepted' | 'proof.failed' | 'proofs.renewed' | 'proofs.started' | 'purchase_request.assigned' | 'purchase_request.commented' | 'purchase_request.corrected' | 'purchase_request.created' | 'purchase_request.delivery_doubted' | 'purchase_request.delivery_recorded' | 'purchase_request.delivery_reversed' | 'purchase_request.exception_closed' | 'purchase_request.payer_accepted' | 'purchase_request.payment_linked' | 'purchase_request.payment_recorded' | 'purchase_request.payment_reversed' | 'purchase_request.quoted' | 'purchase_request.refund_recorded' | 'purchase_request.refund_reversed' | 'purchase_request.status_changed' | 'purchase_request.surplus_moved' | 'rate.removed' | 'rate.set' | 'rates.imported' | 'reconciliation_act.made' | 'rollback.accepted' | 'screening.exported' | 'screening.hit_closed' | 'screening.hit_decided' | 'screening.hit_kept' | 'screening.hit_opened' | 'screening.list_checked' | 'screening.list_published' | 'secret.read' | 'secret_approval.granted' | 'secret_approval.refused' | 'secret_approval.requested' | 'session.revoked' | 'session.token_reused' | 'setup.step_dismissed' | 'setup.step_reopened' | 'signing.started' | 'signing.stop_proven' | 'signing.stopped' | 'statement.explained' | 'statement.imported' | 'statement_line.matched' | 'statement_line.posted' | 'statement_line.reopened' | 'statement_line.set_aside' | 'statement_line.settled' | 'statement_line.unposted' | 'transfer.cancelled' | 'transfer.confirmed' | 'transfer.created' | 'transfer.doubted' | 'transfer.exported' | 'transfer.failed' | 'transfer.released' | 'transfer.replaced' | 'transfer.sent' | 'transfer.signed' | 'transfer.signing' | 'transfer_batch.cancelled' | 'transfer_batch.created' | 'transfer_batch.decided' | 'vault.drilled' | 'vault.key_destroyed' | 'vault.key_rotated' | 'vault.root_rotated' | 'vault.slot_added' | 'vault.slot_removed' | 'view.created' | 'view.deleted' | 'view.updated' | 'wallets.created' | 'wallets.replaced' | 'webhook.created' | 'webhook.deleted' | 'webhook.paused' | 'webhook.redelivered' | 'webhook.resumed' | 'webhook.secret_rotated' | 'webhook.tested' | 'webhook.updated' | undefined
        /** Only what this administrator or API key did */
        actor_id?: string | undefined
        /** Only rows of objects of this type */
        object_type?: string | undefined
        /** Only rows of this object */
        object_id?: string | undefined
        /** Only rows of this organization and its objects */
        organization_id?: string | undefined
        /** Only rows of this outcome */
        outcome?: 'success' | 'denied' | 'failure' | undefined
        /** From this time on */
        from?: string | undefined
        /** Before this time */
        to?: string | undefined
        /** The largest number of objects on the page */
        limit?: number | undefined
        /** How many objects of the list to leave out before the page */
        offset?: number | undefined
      } | undefined
    }
    response: AuditEventListResponse
  }
  /** List what the desk owes organizations, by organization and commodity */
  listBalances: {
    input: {
      query?: {
        /** Only balances of this organization, also those that are 0; without it all that are not 0 */
        organization_id?: string | undefined
        /** The largest number of objects on the page */
        limit?: number | undefined
        /** The `next_cursor` of the page before */
        cursor?: string | undefined
      } | undefined
    }
    response: BalanceListResponse
  }
  /** List the own bank accounts that can be compared */
  listBankAccounts: {
    input: object
    response: BankAccountListResponse
  }
  /**
   * List the new lines whose request is certain.
   *
   * What `bulkMatch` would post, with the sums per currency. Looks at no more than 1,000 new lines, and returns at most 200.
   */
  listCertainMatches: {
    input: {
      query?: {
        /** Only lines of this statement */
        statement_id?: string | undefined
        /** `next_cursor` of the response before */
        cursor?: string | undefined
      } | undefined
    }
    response: CertainMatchesResponse
  }
  /**
   * List transactions of own wallets, the newest first.
   *
   * With `status=new` it is the queue of those that nobody has dealt with.
   */
  listChainLines: {
    input: {
      query?: {
        /** Only lines of this status */
        status?: 'new' | 'matched' | 'set_aside' | 'dust' | undefined
        /** Only lines of this wallet */
        wallet_id?: string | undefined
        /** Only lines of this network */
        network?: 'bitcoin' | 'ethereum' | 'tron' | 'solana' | 'ton' | undefined
        /** Only lines of this asset */
        asset?: 'BTC' | 'ETH' | 'USDT' | 'USDC' | 'TRX' | 'SOL' | 'TON' | undefined
        /** Only receipts, or only payments */
        direction?: 'incoming' | 'outgoing' | undefined
        /** Only lines of this day (UTC) or later */
        from?: string | undefined
        /** Only lines of this day (UTC) or before */
        to?: string | undefined
        /** The largest number of objects on the page */
        limit?: number | undefined
        /** The `next_cursor` of the page before */
        cursor?: string | undefined
      } | undefined
    }
    response: ChainLineListResponse
  }
  /** Count the rows of a list: list transactions of own wallets, the newest first */
  listChainLinesTotals: {
    input: {
      query?: {
        /** Only lines of this status */
        status?: 'new' | 'matched' | 'set_aside' | 'dust' | undefined
        /** Only lines of this wallet */
        wallet_id?: string | undefined
        /** Only lines of this network */
        network?: 'bitcoin' | 'ethereum' | 'tron' | 'solana' | 'ton' | undefined
        /** Only lines of this asset */
        asset?: 'BTC' | 'ETH' | 'USDT' | 'USDC' | 'TRX' | 'SOL' | 'TON' | undefined
        /** Only receipts, or only payments */
        direction?: 'incoming' | 'outgoing' | undefined
        /** Only lines of this day (UTC) or later */
        from?: string | undefined
        /** Only lines of this day (UTC) or before */
        to?: string | undefined
      } | undefined
    }
    response: ListTotals
  }
  /**
   * List changes.
   *
   * Every change of every object that the caller may read, in the order of the commits, each one once. Pass `cursor` of a response as `after` of the next request, also when `items` is empty. A change says which object has changed, but not how: read the object. To copy everything, ask with `after=now`, keep the cursor, read the lists, then follow from that cursor. Changes are kept for 30 days (`KONTOR_CHANGES_RETENTION`). An older cursor, and one from before a restore of the database, is 410 `cursor_expired`: copy everything again.
   */
  listChanges: {
    input: {
      query?: {
        /** The `cursor` of the last response, or `now` for changes from now on. Without it, the list begins with the oldest change that is kept. */
        after?: string | undefined
        /** Seconds to wait for a change if there is none yet */
        wait?: number | undefined
        /** Changes at most */
        limit?: number | undefined
      } | undefined
    }
    response: ChangeListResponse
  }
  /**
   * List the refunds of a credit, newest first.
   *
   * Also those that were reversed.
   */
  listCreditRefunds: {
    input: {
      params: {
        /** The id of the credit */
        credit_id: string
      }
      query?: {
        /** The largest number of objects on the page */
        limit?: number | undefined
        /** The `next_cursor` of the page before */
        cursor?: string | undefined
      } | undefined
    }
    response: RefundListResponse
  }
  /** List money of organizations that belongs to no purchase request yet, newest first */
  listCredits: {
    input: {
      query?: {
        /** Only rows of this organization */
        organization_id?: string | undefined
        /** `open`: only those of which something is left; `used`: only the others */
        status?: 'open' | 'used' | undefined
        /** The largest number of objects on the page */
        limit?: number | undefined
        /** The `next_cursor` of the page before */
        cursor?: string | undefined
      } | undefined
    }
    response: CreditListResponse
  }
  /** Count the rows of a list and sum their amounts: list money of organizations that belongs to no purchase request yet, newest first */
  listCreditsTotals: {
    input: {
      query?: {
        /** Only rows of this organization */
        organization_id?: string | undefined
        /** `open`: only those of which something is left; `used`: only the others */
        status?: 'open' | 'used' | undefined
      } | undefined
    }
    response: ListTotals
  }
  /** List the deliveries of a purchase request, newest first */
  listDeliveries: {
    input: {
      params: {
        /** The id of the purchase request */
        request_id: string
      }
      query?: {
        /** The largest number of objects on the page */
        limit?: number | undefined
        /** The `next_cursor` of the page before */
        cursor?: string | undefined
      } | undefined
    }
    response: RequestDeliveryListResponse
  }
  /**
   * List the wallets of the desk that can deliver a purchase request.
   *
   * A node of the network is asked for what they have.
   */
  listDeliverySources: {
    input: {
      params: {
        /** The id of the purchase request */
        request_id: string
      }
    }
    response: DeliverySourcesResponse
  }
  /** List the companies of the desk, newest first */
  listDeskCompanies: {
    input: {
      query?: {
        /** The largest number of objects on the page */
        limit?: number | undefined
        /** The `next_cursor` of the page before */
        cursor?: string | undefined
      } | undefined
    }
    response: DeskCompanyListResponse
  }
  /** List the comments on all versions of a document, newest first */
  listDocumentComments: {
    input: {
      params: {
        /** The id of the organization */
        organization_id: string
        /** The kind of the document */
        kind: string
      }
      query?: {
        /** The largest number of objects on the page */
        limit?: number | undefined
        /** How many objects of the list to leave out before the page */
        offset?: number | undefined
      } | undefined
    }
    response: DocumentCommentListResponse
  }
  /**
   * List all versions of a document with their decisions.
   *
   * Oldest first.
   */
  listDocumentVersions: {
    input: {
      params: {
        /** The id of the organization */
        organization_id: string
        /** The kind of the document */
        kind: string
      }
    }
    response: DocumentVersionResponse[]
  }
  /** List the documents of an organization */
  listDocuments: {
    input: {
      params: {
        /** The id of the organization */
        organization_id: string
      }
    }
    response: DocumentResponse[]
  }
  /** List what people have posted themselves, newest first */
  listEntries: {
    input: {
      query?: {
        /** Only rows of this organization */
        organization_id?: string | undefined
        /** Only entries of this day in the books or later */
        from?: string | undefined
        /** Only entries of this day in the books or before */
        to?: string | undefined
        /** The largest number of objects on the page */
        limit?: number | undefined
        /** The `next_cursor` of the page before */
        cursor?: string | undefined
      } | undefined
    }
    response: EntryListResponse
  }
  /** Count the rows of a list: list what people have posted themselves, newest first */
  listEntriesTotals: {
    input: {
      query?: {
        /** Only rows of this organization */
        organization_id?: string | undefined
        /** Only entries of this day in the books or later */
        from?: string | undefined
        /** Only entries of this day in the books or before */
        to?: string | undefined
      } | undefined
    }
    response: ListTotals
  }
  /**
   * List documents that have expired or are about to.
   *
   * What is due first comes first, so what is overdue is at the top.
   */
  listExpiringDocuments: {
    input: {
      query?: {
        /** The largest number of objects on the page */
        limit?: number | undefined
        /** The `next_cursor` of the page before, with the same filters and the same order */
        cursor?: string | undefined
        /** What is due first comes first (the default), or last */
        sort?: 'due' | 'newest' | undefined
        /** Only what is overdue, or only what is not */
        overdue?: boolean | undefined
        /** Only what is due before this time */
        due_before?: string | undefined
        /** Only what ends on this day (UTC) or later */
        from?: string | undefined
        /** Only what ends on this day (UTC) or before */
        to?: string | undefined
        /** Only work of this organization */
        organization_id?: string | undefined
      } | undefined
    }
    response: WorkListResponse
  }
  /**
   * List approved purchase requests whose quote is about to expire.
   *
   * What is due first comes first, so what is overdue is at the top.
   */
  listExpiringQuotes: {
    input: {
      query?: {
        /** The largest number of objects on the page */
        limit?: number | undefined
        /** The `next_cursor` of the page before, with the same filters and the same order */
        cursor?: string | undefined
        /** What is due first comes first (the default), or last */
        sort?: 'due' | 'newest' | undefined
        /** Only what is overdue, or only what is not */
        overdue?: boolean | undefined
        /** Only what is due before this time */
        due_before?: string | undefined
        /** Only what ends on this day (UTC) or later */
        from?: string | undefined
        /** Only what ends on this day (UTC) or before */
        to?: string | undefined
        /** Only work of this organization */
        organization_id?: string | undefined
      } | undefined
    }
    response: WorkListResponse
  }
  /**
   * List what was paid to the wallets of an organization.
   *
   * Retired wallets are included. A node that does not answer is a `problem` of its wallets only.
   */
  listIncomingPayments: {
    input: {
      params: {
        /** The id of the organization */
        organization_id: string
      }
    }
    response: IncomingPaymentListResponse
  }
  /**
   * List the lines of a statement in the order of the file.
   *
   * Also those that an earlier statement brought first.
   */
  listLinesOfStatement: {
    input: {
      params: {
        /** The id of the statement */
        statement_id: string
      }
      query?: {
        /** Only lines of this status */
        status?: 'new' | 'matched' | 'posted' | 'set_aside' | undefined
        /** Only lines of this direction */
        direction?: 'incoming' | 'outgoing' | undefined
        /** Only lines that are posted as this */
        posted_as?: 'bank_fee' | 'tax' | 'transit' | 'exchange' | 'counterparty' | 'other' | undefined
        /** Only lines of this own account */
        account?: string | undefined
        /** Only lines in this currency */
        currency?: 'AED' | 'AFN' | 'ALL' | 'AMD' | 'AOA' | 'ARS' | 'AUD' | 'AWG' | 'AZN' | 'BAM' | 'BBD' | 'BDT' | 'BHD' | 'BIF' | 'BMD' | 'BND' | 'BOB' | 'BOV' | 'BRL' | 'BSD' | 'BTN' | 'BWP' | 'BYN' | 'BZD' | 'CAD' | 'CDF' | 'CHE' | 'CHF' | 'CHW' | 'CLF' | 'CLP' | 'CNY' | 'COP' | 'COU' | 'CRC' | 'CUP' | 'CVE' | 'CZK' | 'DJF' | 'DKK' | 'DOP' | 'DZD' | 'EGP' | 'ERN' | 'ETB' | 'EUR' | 'FJD' | 'FKP' | 'GBP' | 'GEL' | 'GHS' | 'GIP' | 'GMD' | 'GNF' | 'GTQ' | 'GYD' | 'HKD' | 'HNL' | 'HTG' | 'HUF' | 'IDR' | 'ILS' | 'INR' | 'IQD' | 'IRR' | 'ISK' | 'JMD' | 'JOD' | 'JPY' | 'KES' | 'KGS' | 'KHR' | 'KMF' | 'KPW' | 'KRW' | 'KWD' | 'KYD' | 'KZT' | 'LAK' | 'LBP' | 'LKR' | 'LRD' | 'LSL' | 'LYD' | 'MAD' | 'MDL' | 'MGA' | 'MKD' | 'MMK' | 'MNT' | 'MOP' | 'MRU' | 'MUR' | 'MVR' | 'MWK' | 'MXN' | 'MXV' | 'MYR' | 'MZN' | 'NAD' | 'NGN' | 'NIO' | 'NOK' | 'NPR' | 'NZD' | 'OMR' | 'PAB' | 'PEN' | 'PGK' | 'PHP' | 'PKR' | 'PLN' | 'PYG' | 'QAR' | 'RON' | 'RSD' | 'RUB' | 'RWF' | 'SAR' | 'SBD' | 'SCR' | 'SDG' | 'SEK' | 'SGD' | 'SHP' | 'SLE' | 'SOS' | 'SRD' | 'SSP' | 'STN' | 'SVC' | 'SYP' | 'SZL' | 'THB' | 'TJS' | 'TMT' | 'TND' | 'TOP' | 'TRY' | 'TTD' | 'TWD' | 'TZS' | 'UAH' | 'UGX' | 'USD' | 'USN' | 'UYI' | 'UYU' | 'UYW' | 'UZS' | 'VED' | 'VES' | 'VND' | 'VUV' | 'WST' | 'XAD' | 'XAF' | 'XCD' | 'XCG' | 'XOF' | 'XPF' | 'YER' | 'ZAR' | 'ZMW' | 'ZWG' | undefined
        /** Only lines that were booked on this day or later */
        from?: string | undefined
        /** Only lines that were booked on this day or before */
        to?: string | undefined
        /** The largest number of objects on the page */
        limit?: number | undefined
        /** The `next_cursor` of the page before */
        cursor?: string | undefined
      } | undefined
    }
    response: StatementLineListResponse
  }
  /**
   * List organizations that nobody has taken into review.
   *
   * What is due first comes first, so what is overdue is at the top.
   */
  listNewOrganizations: {
    input: {
      query?: {
        /** The largest number of objects on the page */
        limit?: number | undefined
        /** The `next_cursor` of the page before, with the same filters and the same order */
        cursor?: string | undefined
        /** What is due first comes first (the default), or last */
        sort?: 'due' | 'newest' | undefined
        /** Only what is overdue, or only what is not */
        overdue?: boolean | undefined
        /** Only what is due before this time */
        due_before?: string | undefined
        /** Only what waits since this day (UTC) or later */
        from?: string | undefined
        /** Only what waits since this day (UTC) or before */
        to?: string | undefined
      } | undefined
    }
    response: WorkListResponse
  }
  /** List the comments on an organization, newest first */
  listOrganizationComments: {
    input: {
      params: {
        /** The id of the organization */
        organization_id: string
      }
      query?: {
        /** The largest number of objects on the page */
        limit?: number | undefined
        /** How many objects of the list to leave out before the page */
        offset?: number | undefined
      } | undefined
    }
    response: OrganizationCommentListResponse
  }
  /** List the people of an organization, oldest first */
  listOrganizationPeople: {
    input: {
      params: {
        /** The id of the organization */
        organization_id: string
      }
      query?: {
        /** The largest number of objects on the page */
        limit?: number | undefined
        /** The `next_cursor` of the page before */
        cursor?: string | undefined
      } | undefined
    }
    response: OrganizationPersonListResponse
  }
  /**
   * List organizations.
   *
   * Newest first. `q` matches a part of the names, or a prefix of INN, OGRN, registration number or external id.
   */
  listOrganizations: {
    input: {
      query?: {
        /** The largest number of objects on the page */
        limit?: number | undefined
        /** How many objects of the list to leave out before the page */
        offset?: number | undefined
        /** What to search for: words of the name, or the beginning of a number */
        q?: string | undefined
      } | undefined
    }
    response: OrganizationListResponse
  }
  /** List the papers of a purchase request, newest first */
  listPapers: {
    input: {
      params: {
        /** The id of the purchase request */
        request_id: string
      }
      query?: {
        /** The largest number of objects on the page */
        limit?: number | undefined
        /** The `next_cursor` of the page before */
        cursor?: string | undefined
      } | undefined
    }
    response: PaperListResponse
  }
  /** List your passkeys */
  listPasskeys: {
    input: object
    response: PasskeyListResponse
  }
  /** List the files of payment orders, newest first */
  listPaymentFiles: {
    input: {
      query?: {
        /** Only files of this status */
        status?: 'open' | 'done' | 'voided' | undefined
        /** Only files of this own account */
        account?: string | undefined
        /** Only files that were made on this day (UTC) or later */
        from?: string | undefined
        /** Only files that were made on this day (UTC) or before */
        to?: string | undefined
        /** The largest number of objects on the page */
        limit?: number | undefined
        /** The `next_cursor` of the page before */
        cursor?: string | undefined
      } | undefined
    }
    response: PaymentFileListResponse
  }
  /** Count the rows of a list and sum their amounts: list the files of payment orders, newest first */
  listPaymentFilesTotals: {
    input: {
      query?: {
        /** Only files of this status */
        status?: 'open' | 'done' | 'voided' | undefined
        /** Only files of this own account */
        account?: string | undefined
        /** Only files that were made on this day (UTC) or later */
        from?: string | undefined
        /** Only files that were made on this day (UTC) or before */
        to?: string | undefined
      } | undefined
    }
    response: ListTotals
  }
  /**
   * List the payments of a purchase request, newest first.
   *
   * Also those that were reversed. Money that was kept as a credit is in `listCredits`.
   */
  listPayments: {
    input: {
      params: {
        /** The id of the purchase request */
        request_id: string
      }
      query?: {
        /** The largest number of objects on the page */
        limit?: number | undefined
        /** The `next_cursor` of the page before */
        cursor?: string | undefined
      } | undefined
    }
    response: PaymentListResponse
  }
  /**
   * List the rules that suggest an account for lines of statements, newest first.
   *
   * Of several rules that fit a line, the one with the longest text is suggested. Nothing is posted by a rule.
   */
  listPostingRules: {
    input: {
      query?: {
        /** The largest number of objects on the page */
        limit?: number | undefined
        /** The `next_cursor` of the page before */
        cursor?: string | undefined
      } | undefined
    }
    response: PostingRuleListResponse
  }
  /** List the comments on a purchase request, newest first */
  listPurchaseRequestComments: {
    input: {
      params: {
        /** The id of the purchase request */
        request_id: string
      }
      query?: {
        /** The largest number of objects on the page */
        limit?: number | undefined
        /** How many objects of the list to leave out before the page */
        offset?: number | undefined
      } | undefined
    }
    response: PurchaseRequestCommentListResponse
  }
  /** List the status changes, quotes and corrections of a purchase request, oldest first */
  listPurchaseRequestHistory: {
    input: {
      params: {
        /** The id of the purchase request */
        request_id: string
      }
      query?: {
        /** The largest number of objects on the page */
        limit?: number | undefined
        /** How many objects of the list to leave out before the page */
        offset?: number | undefined
      } | undefined
    }
    response: PurchaseRequestHistoryResponse
  }
  /** List purchase requests */
  listPurchaseRequests: {
    input: {
      query?: {
        /** Only requests of this status */
        status?: string | undefined
        /** Only requests of this organization */
        organization_id?: string | undefined
        /** The largest number of objects on the page */
        limit?: number | undefined
        /** How many objects of the list to leave out before the page */
        offset?: number | undefined
      } | undefined
    }
    response: PurchaseRequestListResponse
  }
  /**
   * List the quotes of a purchase request, newest first.
   *
   * The price that a request is created with is its first quote. The newest one counts.
   */
  listQuotes: {
    input: {
      params: {
        /** The id of the purchase request */
        request_id: string
      }
      query?: {
        /** The largest number of objects on the page */
        limit?: number | undefined
        /** The `next_cursor` of the page before */
        cursor?: string | undefined
      } | undefined
    }
    response: QuoteListResponse
  }
  /** List rates of exchange by day, the newest day first */
  listRates: {
    input: {
      query?: {
        /** Only rates of this currency */
        currency?: string | undefined
        /** Only rates from there */
        source?: 'bank_of_russia' | 'csv' | 'typed' | undefined
        /** Only rates of this day or later */
        from?: string | undefined
        /** Only rates of this day or before */
        to?: string | undefined
        /** The largest number of objects on the page */
        limit?: number | undefined
        /** The `next_cursor` of the page before */
        cursor?: string | undefined
      } | undefined
    }
    response: RateListResponse
  }
  /** Count the rows of a list: list rates of exchange by day, the newest day first */
  listRatesTotals: {
    input: {
      query?: {
        /** Only rates of this currency */
        currency?: string | undefined
        /** Only rates from there */
        source?: 'bank_of_russia' | 'csv' | 'typed' | undefined
        /** Only rates of this day or later */
        from?: string | undefined
        /** Only rates of this day or before */
        to?: string | undefined
      } | undefined
    }
    response: ListTotals
  }
  /** List the refunds of a purchase request, newest first */
  listRefunds: {
    input: {
      params: {
        /** The id of the purchase request */
        request_id: string
      }
      query?: {
        /** The largest number of objects on the page */
        limit?: number | undefined
        /** The `next_cursor` of the page before */
        cursor?: string | undefined
      } | undefined
    }
    response: RefundListResponse
  }
  /** List the refunds that a file of payment orders can have */
  listRefundsToPay: {
    input: {
      query: {
        /** The own account in roubles that pays */
        account: string
        /** The day up to which the refunds were recorded */
        day: string
      }
    }
    response: RefundsToPayResponse
  }
  /** List the reports that the caller may read */
  listReports: {
    input: object
    response: ReportListResponse
  }
  /** List hits, newest first */
  listScreeningHits: {
    input: {
      query?: {
        /** Only hits of this organization */
        organization_id?: string | undefined
        /** Only hits of this status */
        status?: 'open' | 'dismissed' | 'confirmed' | 'continue' | 'closed' | undefined
        /** The name of the list, which you give at its first import */
        list?: string | undefined
        /** Only hits that can block, or only those that cannot */
        above_threshold?: boolean | undefined
        /** The largest number of objects on the page */
        limit?: number | undefined
        /** The `next_cursor` of the page before */
        cursor?: string | undefined
      } | undefined
    }
    response: ScreeningHitListResponse
  }
  /** Count the rows of a list: list hits, newest first */
  listScreeningHitsTotals: {
    input: {
      query?: {
        /** Only hits of this organization */
        organization_id?: string | undefined
        /** Only hits of this status */
        status?: 'open' | 'dismissed' | 'confirmed' | 'continue' | 'closed' | undefined
        /** The name of the list, which you give at its first import */
        list?: string | undefined
        /** Only hits that can block, or only those that cannot */
        above_threshold?: boolean | undefined
      } | undefined
    }
    response: ListTotals
  }
  /** List active sessions: your own, for owners those of everybody */
  listSessions: {
    input: {
      query?: {
        /** Only sessions of this administrator */
        administrator_id?: string | undefined
        /** The largest number of objects on the page */
        limit?: number | undefined
        /** How many objects of the list to leave out before the page */
        offset?: number | undefined
      } | undefined
    }
    response: SessionListResponse
  }
  /**
   * List the lines of all statements, oldest import first.
   *
   * With `status=new` it is the queue of lines that nobody has dealt with.
   */
  listStatementLines: {
    input: {
      query?: {
        /** Only what is found by this: the amount, or the account of the other party; at most the newest 1,000 in each way */
        q?: string | undefined
        /** Only lines of this status */
        status?: 'new' | 'matched' | 'posted' | 'set_aside' | undefined
        /** Only lines of this direction */
        direction?: 'incoming' | 'outgoing' | undefined
        /** Only lines that are posted as this */
        posted_as?: 'bank_fee' | 'tax' | 'transit' | 'exchange' | 'counterparty' | 'other' | undefined
        /** Only lines of this own account */
        account?: string | undefined
        /** Only lines in this currency */
        currency?: 'AED' | 'AFN' | 'ALL' | 'AMD' | 'AOA' | 'ARS' | 'AUD' | 'AWG' | 'AZN' | 'BAM' | 'BBD' | 'BDT' | 'BHD' | 'BIF' | 'BMD' | 'BND' | 'BOB' | 'BOV' | 'BRL' | 'BSD' | 'BTN' | 'BWP' | 'BYN' | 'BZD' | 'CAD' | 'CDF' | 'CHE' | 'CHF' | 'CHW' | 'CLF' | 'CLP' | 'CNY' | 'COP' | 'COU' | 'CRC' | 'CUP' | 'CVE' | 'CZK' | 'DJF' | 'DKK' | 'DOP' | 'DZD' | 'EGP' | 'ERN' | 'ETB' | 'EUR' | 'FJD' | 'FKP' | 'GBP' | 'GEL' | 'GHS' | 'GIP' | 'GMD' | 'GNF' | 'GTQ' | 'GYD' | 'HKD' | 'HNL' | 'HTG' | 'HUF' | 'IDR' | 'ILS' | 'INR' | 'IQD' | 'IRR' | 'ISK' | 'JMD' | 'JOD' | 'JPY' | 'KES' | 'KGS' | 'KHR' | 'KMF' | 'KPW' | 'KRW' | 'KWD' | 'KYD' | 'KZT' | 'LAK' | 'LBP' | 'LKR' | 'LRD' | 'LSL' | 'LYD' | 'MAD' | 'MDL' | 'MGA' | 'MKD' | 'MMK' | 'MNT' | 'MOP' | 'MRU' | 'MUR' | 'MVR' | 'MWK' | 'MXN' | 'MXV' | 'MYR' | 'MZN' | 'NAD' | 'NGN' | 'NIO' | 'NOK' | 'NPR' | 'NZD' | 'OMR' | 'PAB' | 'PEN' | 'PGK' | 'PHP' | 'PKR' | 'PLN' | 'PYG' | 'QAR' | 'RON' | 'RSD' | 'RUB' | 'RWF' | 'SAR' | 'SBD' | 'SCR' | 'SDG' | 'SEK' | 'SGD' | 'SHP' | 'SLE' | 'SOS' | 'SRD' | 'SSP' | 'STN' | 'SVC' | 'SYP' | 'SZL' | 'THB' | 'TJS' | 'TMT' | 'TND' | 'TOP' | 'TRY' | 'TTD' | 'TWD' | 'TZS' | 'UAH' | 'UGX' | 'USD' | 'USN' | 'UYI' | 'UYU' | 'UYW' | 'UZS' | 'VED' | 'VES' | 'VND' | 'VUV' | 'WST' | 'XAD' | 'XAF' | 'XCD' | 'XCG' | 'XOF' | 'XPF' | 'YER' | 'ZAR' | 'ZMW' | 'ZWG' | undefined
        /** Only lines that were booked on this day or later */
        from?: string | undefined
        /** Only lines that were booked on this day or before */
        to?: string | undefined
        /** The largest number of objects on the page */
        limit?: number | undefined
        /** The `next_cursor` of the page before */
        cursor?: string | undefined
      } | undefined
    }
    response: StatementLineListResponse
  }
  /** Count the rows of a list and sum their amounts: list the lines of all statements, oldest import first */
  listStatementLinesTotals: {
    input: {
      query?: {
        /** Only what is found by this: the amount, or the account of the other party; at most the newest 1,000 in each way */
        q?: string | undefined
        /** Only lines of this status */
        status?: 'new' | 'matched' | 'posted' | 'set_aside' | undefined
        /** Only lines of this direction */
        direction?: 'incoming' | 'outgoing' | undefined
        /** Only lines that are posted as this */
        posted_as?: 'bank_fee' | 'tax' | 'transit' | 'exchange' | 'counterparty' | 'other' | undefined
        /** Only lines of this own account */
        account?: string | undefined
        /** Only lines in this currency */
        currency?: 'AED' | 'AFN' | 'ALL' | 'AMD' | 'AOA' | 'ARS' | 'AUD' | 'AWG' | 'AZN' | 'BAM' | 'BBD' | 'BDT' | 'BHD' | 'BIF' | 'BMD' | 'BND' | 'BOB' | 'BOV' | 'BRL' | 'BSD' | 'BTN' | 'BWP' | 'BYN' | 'BZD' | 'CAD' | 'CDF' | 'CHE' | 'CHF' | 'CHW' | 'CLF' | 'CLP' | 'CNY' | 'COP' | 'COU' | 'CRC' | 'CUP' | 'CVE' | 'CZK' | 'DJF' | 'DKK' | 'DOP' | 'DZD' | 'EGP' | 'ERN' | 'ETB' | 'EUR' | 'FJD' | 'FKP' | 'GBP' | 'GEL' | 'GHS' | 'GIP' | 'GMD' | 'GNF' | 'GTQ' | 'GYD' | 'HKD' | 'HNL' | 'HTG' | 'HUF' | 'IDR' | 'ILS' | 'INR' | 'IQD' | 'IRR' | 'ISK' | 'JMD' | 'JOD' | 'JPY' | 'KES' | 'KGS' | 'KHR' | 'KMF' | 'KPW' | 'KRW' | 'KWD' | 'KYD' | 'KZT' | 'LAK' | 'LBP' | 'LKR' | 'LRD' | 'LSL' | 'LYD' | 'MAD' | 'MDL' | 'MGA' | 'MKD' | 'MMK' | 'MNT' | 'MOP' | 'MRU' | 'MUR' | 'MVR' | 'MWK' | 'MXN' | 'MXV' | 'MYR' | 'MZN' | 'NAD' | 'NGN' | 'NIO' | 'NOK' | 'NPR' | 'NZD' | 'OMR' | 'PAB' | 'PEN' | 'PGK' | 'PHP' | 'PKR' | 'PLN' | 'PYG' | 'QAR' | 'RON' | 'RSD' | 'RUB' | 'RWF' | 'SAR' | 'SBD' | 'SCR' | 'SDG' | 'SEK' | 'SGD' | 'SHP' | 'SLE' | 'SOS' | 'SRD' | 'SSP' | 'STN' | 'SVC' | 'SYP' | 'SZL' | 'THB' | 'TJS' | 'TMT' | 'TND' | 'TOP' | 'TRY' | 'TTD' | 'TWD' | 'TZS' | 'UAH' | 'UGX' | 'USD' | 'USN' | 'UYI' | 'UYU' | 'UYW' | 'UZS' | 'VED' | 'VES' | 'VND' | 'VUV' | 'WST' | 'XAD' | 'XAF' | 'XCD' | 'XCG' | 'XOF' | 'XPF' | 'YER' | 'ZAR' | 'ZMW' | 'ZWG' | undefined
        /** Only lines that were booked on this day or later */
        from?: string | undefined
        /** Only lines that were booked on this day or before */
        to?: string | undefined
      } | undefined
    }
    response: ListTotals
  }
  /** List imported statements, newest first */
  listStatements: {
    input: {
      query?: {
        /** The largest number of objects on the page */
        limit?: number | undefined
        /** The `next_cursor` of the page before */
        cursor?: string | undefined
      } | undefined
    }
    response: StatementListResponse
  }
  /** List batches of transfers, the newest first */
  listTransferBatches: {
    input: {
      query?: {
        /** Only rows of this organization */
        organization_id?: string | undefined
        /** Only batches of this status */
        status?: 'draft' | 'waiting' | 'approved' | 'signing' | 'signed' | 'expired' | 'cancelled' | undefined
        /** Only batches on this network */
        network?: 'bitcoin' | 'ethereum' | 'tron' | 'solana' | 'ton' | undefined
        /** Only batches that were made on this day (UTC) or later */
        from?: string | undefined
        /** Only batches that were made on this day (UTC) or before */
        to?: string | undefined
        /** `-created_at` is newest first, which is the default; `created_at` is oldest first */
        sort?: '-created_at' | 'created_at' | undefined
        /** The largest number of objects on the page */
        limit?: number | undefined
        /** The `next_cursor` of the page before */
        cursor?: string | undefined
      } | undefined
    }
    response: TransferBatchListResponse
  }
  /** Count the rows of a list: list batches of transfers, the newest first */
  listTransferBatchesTotals: {
    input: {
      query?: {
        /** Only rows of this organization */
        organization_id?: string | undefined
        /** Only batches of this status */
        status?: 'draft' | 'waiting' | 'approved' | 'signing' | 'signed' | 'expired' | 'cancelled' | undefined
        /** Only batches on this network */
        network?: 'bitcoin' | 'ethereum' | 'tron' | 'solana' | 'ton' | undefined
        /** Only batches that were made on this day (UTC) or later */
        from?: string | undefined
        /** Only batches that were made on this day (UTC) or before */
        to?: string | undefined
      } | undefined
    }
    response: ListTotals
  }
  /** List transfers with all filters */
  listTransfers: {
    input: {
      query?: {
        /** Only what is found by this: the whole transaction or address, or the number of the request; at most the newest 1,000 in each way */
        q?: string | undefined
        /** Only rows of this organization */
        organization_id?: string | undefined
        /** Only transfers of this status; `draft`: all that are not signed, also those that wait for approvals or have them */
        status?: 'draft' | 'waiting' | 'approved' | 'signed' | 'sent' | 'confirmed' | 'failed' | 'replaced' | 'cancelled' | undefined
        /** Only transfers on this network */
        network?: 'bitcoin' | 'ethereum' | 'tron' | 'solana' | 'ton' | undefined
        /** Only transfers of this asset */
        asset?: 'BTC' | 'ETH' | 'USDT' | 'USDC' | 'TRX' | 'SOL' | 'TON' | undefined
        /** Only transfers that deliver this request */
        request_id?: string | undefined
        /** Only transfers that this administrator prepared; `me` for those of the caller */
        created_by_id?: string | undefined
        /** Only transfers that were prepared on this day (UTC) or later */
        from?: string | undefined
        /** Only transfers that were prepared on this day (UTC) or before */
        to?: string | undefined
        /** `-created_at` is newest first, which is the default; `created_at` is oldest first */
        sort?: '-created_at' | 'created_at' | undefined
        /** The largest number of objects on the page */
        limit?: number | undefined
        /** The `next_cursor` of the page before */
        cursor?: string | undefined
      } | undefined
    }
    response: TransferListResponse
  }
  /** Count the rows of a list: list transfers with all filters */
  listTransfersTotals: {
    input: {
      query?: {
        /** Only what is found by this: the whole transaction or address, or the number of the request; at most the newest 1,000 in each way */
        q?: string | undefined
        /** Only rows of this organization */
        organization_id?: string | undefined
        /** Only transfers of this status; `draft`: all that are not signed, also those that wait for approvals or have them */
        status?: 'draft' | 'waiting' | 'approved' | 'signed' | 'sent' | 'confirmed' | 'failed' | 'replaced' | 'cancelled' | undefined
        /** Only transfers on this network */
        network?: 'bitcoin' | 'ethereum' | 'tron' | 'solana' | 'ton' | undefined
        /** Only transfers of this asset */
        asset?: 'BTC' | 'ETH' | 'USDT' | 'USDC' | 'TRX' | 'SOL' | 'TON' | undefined
        /** Only transfers that deliver this request */
        request_id?: string | undefined
        /** Only transfers that this administrator prepared; `me` for those of the caller */
        created_by_id?: string | undefined
        /** Only transfers that were prepared on this day (UTC) or later */
        from?: string | undefined
        /** Only transfers that were prepared on this day (UTC) or before */
        to?: string | undefined
      } | undefined
    }
    response: ListTotals
  }
  /**
   * List your views and those that others share, newest first.
   *
   * Only views of lists that you may read.
   */
  listViews: {
    input: {
      query?: {
        /** Only views of this list */
        list?: 'organizations' | 'purchase-requests' | 'documents' | 'payments' | 'transfers' | 'transfer-batches' | 'credits' | 'statement-lines' | 'announced-lines' | 'payment-files' | 'book-entries' | 'rates' | 'acquisitions' | 'chain-lines' | 'addresses' | 'approvals' | 'administrators' | 'hits' | 'audit-events' | 'wallets' | 'webhook-deliveries' | undefined
        /** The largest number of objects on the page */
        limit?: number | undefined
        /** The `next_cursor` of the page before */
        cursor?: string | undefined
      } | undefined
    }
    response: ViewListResponse
  }
  /**
   * List approvals that wait for the vote of the caller.
   *
   * What is due first comes first, so what is overdue is at the top.
   */
  listWaitingApprovals: {
    input: {
      query?: {
        /** The largest number of objects on the page */
        limit?: number | undefined
        /** The `next_cursor` of the page before, with the same filters and the same order */
        cursor?: string | undefined
        /** What is due first comes first (the default), or last */
        sort?: 'due' | 'newest' | undefined
        /** Only what is overdue, or only what is not */
        overdue?: boolean | undefined
        /** Only what is due before this time */
        due_before?: string | undefined
        /** Only what waits since this day (UTC) or later */
        from?: string | undefined
        /** Only what waits since this day (UTC) or before */
        to?: string | undefined
      } | undefined
    }
    response: WorkListResponse
  }
  /**
   * List transactions of own wallets that belong to nothing yet.
   *
   * What is due first comes first, so what is overdue is at the top.
   */
  listWaitingChainLines: {
    input: {
      query?: {
        /** The largest number of objects on the page */
        limit?: number | undefined
        /** The `next_cursor` of the page before, with the same filters and the same order */
        cursor?: string | undefined
        /** What is due first comes first (the default), or last */
        sort?: 'due' | 'newest' | undefined
        /** Only what is overdue, or only what is not */
        overdue?: boolean | undefined
        /** Only what is due before this time */
        due_before?: string | undefined
        /** Only what waits since this day (UTC) or later */
        from?: string | undefined
        /** Only what waits since this day (UTC) or before */
        to?: string | undefined
      } | undefined
    }
    response: WorkListResponse
  }
  /**
   * List money of organizations that belongs to no request yet.
   *
   * What is due first comes first, so what is overdue is at the top.
   */
  listWaitingCredits: {
    input: {
      query?: {
        /** The largest number of objects on the page */
        limit?: number | undefined
        /** The `next_cursor` of the page before, with the same filters and the same order */
        cursor?: string | undefined
        /** What is due first comes first (the default), or last */
        sort?: 'due' | 'newest' | undefined
        /** Only what is overdue, or only what is not */
        overdue?: boolean | undefined
        /** Only what is due before this time */
        due_before?: string | undefined
        /** Only what waits since this day (UTC) or later */
        from?: string | undefined
        /** Only what waits since this day (UTC) or before */
        to?: string | undefined
        /** Only work of this organization */
        organization_id?: string | undefined
      } | undefined
    }
    response: WorkListResponse
  }
  /**
   * List documents to review.
   *
   * What is due first comes first, so what is overdue is at the top.
   */
  listWaitingDocuments: {
    input: {
      query?: {
        /** The largest number of objects on the page */
        limit?: number | undefined
        /** The `next_cursor` of the page before, with the same filters and the same order */
        cursor?: string | undefined
        /** What is due first comes first (the default), or last */
        sort?: 'due' | 'newest' | undefined
        /** Only what is overdue, or only what is not */
        overdue?: boolean | undefined
        /** Only what is due before this time */
        due_before?: string | undefined
        /** Only what waits since this day (UTC) or later */
        from?: string | undefined
        /** Only what waits since this day (UTC) or before */
        to?: string | undefined
        /** Only work of this organization */
        organization_id?: string | undefined
      } | undefined
    }
    response: WorkListResponse
  }
  /**
   * List purchase requests of which a payment, refund or delivery was reversed after they were completed.
   *
   * What is due first comes first, so what is overdue is at the top.
   */
  listWaitingExceptions: {
    input: {
      query?: {
        /** The largest number of objects on the page */
        limit?: number | undefined
        /** The `next_cursor` of the page before, with the same filters and the same order */
        cursor?: string | undefined
        /** What is due first comes first (the default), or last */
        sort?: 'due' | 'newest' | undefined
        /** Only what is overdue, or only what is not */
        overdue?: boolean | undefined
        /** Only what is due before this time */
        due_before?: string | undefined
        /** Only what waits since this day (UTC) or later */
        from?: string | undefined
        /** Only what waits since this day (UTC) or before */
        to?: string | undefined
        /** Only work of this organization */
        organization_id?: string | undefined
      } | undefined
    }
    response: WorkListResponse
  }
  /**
   * List screening hits to decide.
   *
   * What is due first comes first, so what is overdue is at the top.
   */
  listWaitingHits: {
    input: {
      query?: {
        /** The largest number of objects on the page */
        limit?: number | undefined
        /** The `next_cursor` of the page before, with the same filters and the same order */
        cursor?: string | undefined
        /** What is due first comes first (the default), or last */
        sort?: 'due' | 'newest' | undefined
        /** Only what is overdue, or only what is not */
        overdue?: boolean | undefined
        /** Only what is due before this time */
        due_before?: string | undefined
        /** Only what waits since this day (UTC) or later */
        from?: string | undefined
        /** Only what waits since this day (UTC) or before */
        to?: string | undefined
        /** Only work of this organization */
        organization_id?: string | undefined
      } | undefined
    }
    response: WorkListResponse
  }
  /**
   * List organizations whose KYB is to be decided.
   *
   * What is due first comes first, so what is overdue is at the top.
   */
  listWaitingKyb: {
    input: {
      query?: {
        /** The largest number of objects on the page */
        limit?: number | undefined
        /** The `next_cursor` of the page before, with the same filters and the same order */
        cursor?: string | undefined
        /** What is due first comes first (the default), or last */
        sort?: 'due' | 'newest' | undefined
        /** Only what is overdue, or only what is not */
        overdue?: boolean | undefined
        /** Only what is due before this time */
        due_before?: string | undefined
        /** Only what waits since this day (UTC) or later */
        from?: string | undefined
        /** Only what waits since this day (UTC) or before */
        to?: string | undefined
      } | undefined
    }
    response: WorkListResponse
  }
  /**
   * List paid purchase requests with a payment that names no payer.
   *
   * What is due first comes first, so what is overdue is at the top.
   */
  listWaitingPayers: {
    input: {
      query?: {
        /** The largest number of objects on the page */
        limit?: number | undefined
        /** The `next_cursor` of the page before, with the same filters and the same order */
        cursor?: string | undefined
        /** What is due first comes first (the default), or last */
        sort?: 'due' | 'newest' | undefined
        /** Only what is overdue, or only what is not */
        overdue?: boolean | undefined
        /** Only what is due before this time */
        due_before?: string | undefined
        /** Only what waits since this day (UTC) or later */
        from?: string | undefined
        /** Only what waits since this day (UTC) or before */
        to?: string | undefined
        /** Only work of this organization */
        organization_id?: string | undefined
      } | undefined
    }
    response: WorkListResponse
  }
  /**
   * List lines of bank statements that fit nothing yet.
   *
   * What is due first comes first, so what is overdue is at the top.
   */
  listWaitingPayments: {
    input: {
      query?: {
        /** The largest number of objects on the page */
        limit?: number | undefined
        /** The `next_cursor` of the page before, with the same filters and the same order */
        cursor?: string | undefined
        /** What is due first comes first (the default), or last */
        sort?: 'due' | 'newest' | undefined
        /** Only what is overdue, or only what is not */
        overdue?: boolean | undefined
        /** Only what is due before this time */
        due_before?: string | undefined
        /** Only what waits since this day (UTC) or later */
        from?: string | undefined
        /** Only what waits since this day (UTC) or before */
        to?: string | undefined
      } | undefined
    }
    response: WorkListResponse
  }
  /**
   * List purchase requests in which somebody has to do something next.
   *
   * What is due first comes first, so what is overdue is at the top.
   */
  listWaitingRequests: {
    input: {
      query?: {
        /** The largest number of objects on the page */
        limit?: number | undefined
        /** The `next_cursor` of the page before, with the same filters and the same order */
        cursor?: string | undefined
        /** What is due first comes first (the default), or last */
        sort?: 'due' | 'newest' | undefined
        /** Only what is overdue, or only what is not */
        overdue?: boolean | undefined
        /** Only what is due before this time */
        due_before?: string | undefined
        /** Only what waits since this day (UTC) or later */
        from?: string | undefined
        /** Only what waits since this day (UTC) or before */
        to?: string | undefined
        /** Only work of this organization */
        organization_id?: string | undefined
        /** Only what is assigned to this administrator; `me` for the caller, `none` for what is assigned to nobody */
        assignee_id?: string | undefined
        /** Only requests of this status */
        status?: 'new' | 'in_review' | 'on_hold' | 'paid' | 'failed' | undefined
      } | undefined
    }
    response: WorkListResponse
  }
  /**
   * List bank statements that do not follow from the others of their account.
   *
   * What is due first comes first, so what is overdue is at the top.
   */
  listWaitingStatements: {
    input: {
      query?: {
        /** The largest number of objects on the page */
        limit?: number | undefined
        /** The `next_cursor` of the page before, with the same filters and the same order */
        cursor?: string | undefined
        /** What is due first comes first (the default), or last */
        sort?: 'due' | 'newest' | undefined
        /** Only what is overdue, or only what is not */
        overdue?: boolean | undefined
        /** Only what is due before this time */
        due_before?: string | undefined
        /** Only what waits since this day (UTC) or later */
        from?: string | undefined
        /** Only what waits since this day (UTC) or before */
        to?: string | undefined
      } | undefined
    }
    response: WorkListResponse
  }
  /**
   * List what is on the wallets of an organization.
   *
   * Retired wallets are included. A node that does not answer is a `problem` of its wallets only.
   */
  listWalletBalances: {
    input: {
      params: {
        /** The id of the organization */
        organization_id: string
      }
    }
    response: WalletBalanceListResponse
  }
  /** List the generations of the wallets of an organization */
  listWalletGenerations: {
    input: {
      params: {
        /** The id of the organization */
        organization_id: string
      }
    }
    response: WalletGenerationListResponse
  }
  /**
   * List what came to a wallet and left it.
   *
   * The newest hundred deliveries and transfers that are recorded here, newest first. What others have paid is not known to the books.
   */
  listWalletMovements: {
    input: {
      params: {
        /** The id of the wallet */
        wallet_id: string
      }
    }
    response: WalletMovementListResponse
  }
  /** List the wallets of an organization */
  listWallets: {
    input: {
      params: {
        /** The id of the organization */
        organization_id: string
      }
    }
    response: WalletResponse[]
  }
  /** List the deliveries of a webhook endpoint */
  listWebhookDeliveries: {
    input: {
      params: {
        /** The id of the endpoint */
        webhook_id: string
      }
      query?: {
        /** Only deliveries in this state */
        state?: 'pending' | 'delivered' | 'parked' | undefined
        /** The largest number of objects on the page */
        limit?: number | undefined
        /** How many objects of the list to leave out before the page */
        offset?: number | undefined
      } | undefined
    }
    response: WebhookDeliveryListResponse
  }
  /** List webhook endpoints */
  listWebhooks: {
    input: {
      query?: {
        /** The largest number of objects on the page */
        limit?: number | undefined
        /** How many objects of the list to leave out before the page */
        offset?: number | undefined
      } | undefined
    }
    response: WebhookEndpointListResponse
  }
  /** Sign in */
  login: {
    input: {
      body: AdminLoginRequest
    }
    response: AdminLoginResponse
  }
  /**
   * Sign out.
   *
   * Ends the session and clears the refresh cookie. Needs the access token, or the refresh cookie: a browser whose access token has expired can still sign out.
   */
  logout: {
    input: object
    response: {
      /** Always `ok` */
      status: string
    }
  }
  /**
   * Make a reconciliation act (акт сверки) of an organization and some days.
   *
   * From the books as they are now: the opening balance, each document, turnovers, the closing balance, and both signatures. It is recorded in the audit log.
   */
  makeReconciliationAct: {
    input: {
      params: {
        /** The id of the organization */
        organization_id: string
      }
      query: {
        /** The company of the desk; the only active one unless given */
        company_id?: string | undefined
        /** The currency (ISO 4217) */
        currency?: string | undefined
        /** The first day, in the time zone of the installation */
        from: string
        /** The last day */
        to: string
        /** The language of the act */
        language: 'ru' | 'en'
        /** A paper to sign, or a table */
        format: 'pdf' | 'xlsx'
      }
    }
    response: Response
  }
  /**
   * Say what a transaction of an own wallet is.
   *
   * A transfer, an acquisition, or a delivery that was reversed because its coins came back. Nothing is posted: what it is matched with is in the books already. The same again changes nothing.
   */
  matchChainLine: {
    input: {
      params: {
        /** The id of the line */
        line_id: string
      }
      body: MatchChainLineBody
    }
    response: ChainLineResponse
  }
  /**
   * Match a line with purchase requests or organizations.
   *
   * An incoming line becomes a payment of each request, or a credit where the request takes no money. A payment that was entered by hand and is the same (request, reference, amount, day) is linked, not added. An outgoing line is linked to the refund that was recorded. The same items again change nothing. Without the permission `requests:read`, the response leaves accounts, number, parties, purpose and suggestions empty.
   */
  matchStatementLine: {
    input: {
      params: {
        /** The id of the line */
        line_id: string
      }
      body: MatchStatementLineBody
    }
    response: StatementLineResponse
  }
  /** The current administrator */
  me: {
    input: object
    response: AdminMeResponse
  }
  /**
   * Make a credit of money above the total of a purchase request.
   *
   * For a `paid`, `failed` or `completed` request: at most what was received above the total and neither paid back nor moved. Supports `Idempotency-Key`.
   */
  moveSurplus: {
    input: {
      params: {
        /** The id of the purchase request */
        request_id: string
      }
      body: MoveSurplusBody
    }
    response: CreditResponse
  }
  /** Begin to add a passkey */
  passkeyOptions: {
    input: object
    response: PasskeyCreationOptions
  }
  /**
   * Sign in with a passkey.
   *
   * Responds as the sign-in with a password does. It is also the second step of an account whose password alone is refused with `passkey_required`.
   */
  passkeySignIn: {
    input: {
      body: PasskeySignInRequest
    }
    response: AdminLoginResponse
  }
  /** Begin a sign-in with a passkey */
  passkeySignInOptions: {
    input: object
    response: PasskeyRequestOptions
  }
  /** How one of your passkeys signs that another is added */
  passkeySignatureOptions: {
    input: {
      body: PasskeySignatureOptionsRequest
    }
    response: PasskeySignatureOptionsResponse
  }
  /**
   * Post a payment of an own wallet as a network fee.
   *
   * For coins that the network has taken and that belong to no transfer. Posts amount and fee to `expenses:network:<asset>` on the day of the line. Again changes nothing.
   */
  postChainFee: {
    input: {
      params: {
        /** The id of the line */
        line_id: string
      }
    }
    response: ChainLineResponse
  }
  /**
   * Post coins of a delivery that came back to another own wallet.
   *
   * Moves them in the books from the wallet that they had left to that of the line, on its day. Again changes nothing.
   */
  postChainMove: {
    input: {
      params: {
        /** The id of the line */
        line_id: string
      }
      body: PostChainMoveBody
    }
    response: ChainLineResponse
  }
  /**
   * Post a line to an account of the short list.
   *
   * For a line that is no money of a client, also one that was set aside: a bank fee, a tax, a transfer between own accounts, an exchange. It is posted on the day of the line. The same again changes nothing. The second line of an exchange names the first one in `exchange_line_id`: both accounts are cleared, and the result by the rates of the day is posted in roubles. That is done with a line that is posted as an exchange already, too. Without the permission `requests:read`, the response leaves accounts, number, parties, purpose and suggestions empty.
   */
  postStatementLine: {
    input: {
      params: {
        /** The id of the line */
        line_id: string
      }
      body: PostStatementLineBody
    }
    response: StatementLineResponse
  }
  /** Try a policy on the acts of the last 30 days */
  previewPolicy: {
    input: {
      body: PreviewPolicyBody
    }
    response: PolicyPreviewResponse
  }
  /**
   * Propose that the people of today declare themselves independent.
   *
   * Possible once, and only before any rule asks for two people. Everybody who is active and has set a password is a founder, and each of them must confirm.
   */
  proposeFounding: {
    input: {
      body: ProposeFoundingBody
    }
    response: FoundingResponse
  }
  /** Upload the bank-details document */
  putBankDetailsDocument: {
    input: {
      params: {
        /** The id of the organization */
        organization_id: string
      }
      body: Body_put_bank_details_document | FormData
    }
    response: DocumentResponse
  }
  /** Upload the charter document */
  putCharterDocument: {
    input: {
      params: {
        /** The id of the organization */
        organization_id: string
      }
      body: Body_put_charter_document | FormData
    }
    response: DocumentResponse
  }
  /** Upload the inn-certificate document */
  putInnCertificateDocument: {
    input: {
      params: {
        /** The id of the organization */
        organization_id: string
      }
      body: Body_put_inn_certificate_document | FormData
    }
    response: DocumentResponse
  }
  /** Upload the kyc-representative document */
  putKycRepresentativeDocument: {
    input: {
      params: {
        /** The id of the organization */
        organization_id: string
      }
      body: Body_put_kyc_representative_document | FormData
    }
    response: DocumentResponse
  }
  /** Upload the ogrn-certificate document */
  putOgrnCertificateDocument: {
    input: {
      params: {
        /** The id of the organization */
        organization_id: string
      }
      body: Body_put_ogrn_certificate_document | FormData
    }
    response: DocumentResponse
  }
  /** Upload the other document */
  putOtherDocument: {
    input: {
      params: {
        /** The id of the organization */
        organization_id: string
      }
      body: Body_put_other_document | FormData
    }
    response: DocumentResponse
  }
  /** Upload the power-of-attorney document */
  putPowerOfAttorneyDocument: {
    input: {
      params: {
        /** The id of the organization */
        organization_id: string
      }
      body: Body_put_power_of_attorney_document | FormData
    }
    response: DocumentResponse
  }
  /** Read an acquisition */
  readAcquisition: {
    input: {
      params: {
        /** The id of the acquisition */
        acquisition_id: string
      }
    }
    response: AcquisitionResponse
  }
  /**
   * Read an address.
   *
   * Also one that was removed.
   */
  readAddress: {
    input: {
      params: {
        /** The id of the organization */
        organization_id: string
        /** The id of the entry */
        address_id: string
      }
    }
    response: BookAddressResponse
  }
  /** Read an administrator */
  readAdministrator: {
    input: {
      params: {
        /** The id of the administrator */
        administrator_id: string
      }
    }
    response: AdministratorResponse
  }
  /** Mark all notices as read */
  readAllNotices: {
    input: {
      body: ReadAllBody
    }
    response: ReadAllResponse
  }
  /**
   * Read an API key.
   *
   * Never the key itself.
   */
  readApiKey: {
    input: {
      params: {
        /** The id of the API key */
        api_key_id: string
      }
    }
    response: ApiKeyResponse
  }
  /** Read an approval */
  readApproval: {
    input: {
      params: {
        /** The id of the approval */
        approval_id: string
      }
    }
    response: ApprovalResponse
  }
  /** Find a bank by its BIK */
  readBank: {
    input: {
      params: {
        /** The BIK: nine digits */
        bik: string
      }
    }
    response: BankResponse
  }
  /** Read of which day the register of banks is */
  readBankRegister: {
    input: object
    response: BankRegisterResponse
  }
  /** Read a transaction of an own wallet */
  readChainLine: {
    input: {
      params: {
        /** The id of the line */
        line_id: string
      }
    }
    response: ChainLineResponse
  }
  /**
   * Read what is known of the transactions of own wallets.
   *
   * By wallet: what its node lists and when it did, what no line tells of, and the gaps.
   */
  readChainStatements: {
    input: object
    response: ChainStatementsResponse
  }
  /** Read the contract with an organization */
  readClientContract: {
    input: {
      params: {
        /** The id of the organization */
        organization_id: string
      }
    }
    response: ClientContractResponse
  }
  /** Read up to which day the books are final, and what is open before the next close */
  readClose: {
    input: {
      query?: {
        /** The day to close up to; the last day of the month before unless given */
        through?: string | undefined
      } | undefined
    }
    response: CloseResponse
  }
  /**
   * Download a file of a comment.
   *
   * The download is recorded in the audit log. One range of bytes may be requested.
   */
  readCommentAttachment: {
    input: {
      params: {
        /** The id of the organization */
        organization_id: string
        /** The id of the file */
        attachment_id: string
      }
    }
    response: Response
  }
  /** Read a credit */
  readCredit: {
    input: {
      params: {
        /** The id of the credit */
        credit_id: string
      }
    }
    response: CreditResponse
  }
  /** Read a refund of a credit */
  readCreditRefund: {
    input: {
      params: {
        /** The id of the credit */
        credit_id: string
        /** The id of the refund */
        refund_id: string
      }
    }
    response: RefundResponse
  }
  /** Read what was requested and delivered by day */
  readDaily: {
    input: {
      query?: {
        /** The first day (UTC). Unless given, 90 days before `to`, and of what waits now everything */
        from?: string | undefined
        /** The last day (UTC); today unless given */
        to?: string | undefined
      } | undefined
    }
    response: DailyReport
  }
  /** Read a delivery */
  readDelivery: {
    input: {
      params: {
        /** The id of the purchase request */
        request_id: string
        /** The id of the delivery */
        delivery_id: string
      }
    }
    response: RequestDeliveryResponse
  }
  /** Read what is being sent for a purchase request */
  readDeliveryProgress: {
    input: {
      params: {
        /** The id of the purchase request */
        request_id: string
      }
    }
    response: DeliveryProgressResponse
  }
  /** Read a company of the desk */
  readDeskCompany: {
    input: {
      params: {
        /** The id of the company */
        company_id: string
      }
    }
    response: DeskCompanyResponse
  }
  /**
   * Read a document that is known by its id.
   *
   * Each uploaded version has an id, which events and changes name. The response is always the current version, which may be a later one.
   */
  readDocument: {
    input: {
      params: {
        /** The id of any version of the document */
        document_id: string
      }
    }
    response: DocumentResponse
  }
  /** Read how long documents have waited for a review */
  readDocumentsAgeing: {
    input: {
      query?: {
        /** The first day (UTC). Unless given, 90 days before `to`, and of what waits now everything */
        from?: string | undefined
        /** The last day (UTC); today unless given */
        to?: string | undefined
      } | undefined
    }
    response: DocumentsAgeingReport
  }
  /** Read an entry */
  readEntry: {
    input: {
      params: {
        /** The id of the entry */
        entry_id: string
      }
    }
    response: EntryResponse
  }
  /** Read the founders */
  readFounding: {
    input: object
    response: FoundingResponse
  }
  /** Read how many requests come how far */
  readFunnel: {
    input: {
      query?: {
        /** The first day (UTC). Unless given, 90 days before `to`, and of what waits now everything */
        from?: string | undefined
        /** The last day (UTC); today unless given */
        to?: string | undefined
      } | undefined
    }
    response: FunnelReport
  }
  /**
   * Read the mnemonic of a generation.
   *
   * The read is recorded in the audit log before the secret is decrypted.
   */
  readGenerationMnemonic: {
    input: {
      params: {
        /** The id of the organization */
        organization_id: string
        /** The number of the generation */
        generation: string
      }
    }
    response: MnemonicResponse
  }
  /**
   * Read the identity document of a person with its whole number.
   *
   * The read is recorded in the audit log before the number is decrypted.
   */
  readIdentityDocument: {
    input: {
      params: {
        /** The id of the organization */
        organization_id: string
        /** The id of the person */
        person_id: string
      }
    }
    response: IdentityDocumentResponse
  }
  /** Read your inbox, newest first */
  readInbox: {
    input: {
      query?: {
        /** The largest number of objects on the page */
        limit?: number | undefined
        /** The `next_cursor` of the page before */
        cursor?: string | undefined
        /** Only notices that are unread, or only those that are read */
        unread?: boolean | undefined
      } | undefined
    }
    response: InboxResponse
  }
  /** Read how long organizations have waited for a KYB decision */
  readKybAgeing: {
    input: {
      query?: {
        /** The first day (UTC). Unless given, 90 days before `to`, and of what waits now everything */
        from?: string | undefined
        /** The last day (UTC); today unless given */
        to?: string | undefined
      } | undefined
    }
    response: KybAgeingReport
  }
  /**
   * Read what is in order for the approval of an organization, and what is not.
   *
   * Uses the same rules as the approval, at this moment.
   */
  readKybChecklist: {
    input: {
      params: {
        /** The id of the organization */
        organization_id: string
      }
    }
    response: KybChecklistResponse
  }
  /** Read what was posted on one account, oldest first */
  readLedger: {
    input: {
      query: {
        /** The account of the books */
        account: string
        /** Its currency (ISO 4217) or asset */
        commodity: string
        /** Only debits and credits of this day or later */
        from?: string | undefined
        /** The last day; today unless given */
        through?: string | undefined
        /** The largest number of objects on the page */
        limit?: number | undefined
        /** The `next_cursor` of the page before */
        cursor?: string | undefined
      }
    }
    response: LedgerResponse
  }
  /**
   * Read for whom a one-time link is.
   *
   * Before a person chooses a password: a link that was used, replaced or has expired is refused as it is by `setPassword`. The link is not used up.
   */
  readLink: {
    input: {
      body: ReadLinkRequest
    }
    response: PasswordLinkResponse
  }
  /**
   * Read the mnemonic.
   *
   * The read is recorded in the audit log before the secret is decrypted.
   */
  readMnemonic: {
    input: {
      params: {
        /** The id of the organization */
        organization_id: string
      }
    }
    response: MnemonicResponse
  }
  /** Mark a notice as read */
  readNotice: {
    input: {
      params: {
        /** The id of the notice */
        notice_id: string
      }
    }
    response: Notice
  }
  /** Read what you get by e-mail */
  readNotificationSettings: {
    input: object
    response: NotificationSettings
  }
  /** Read an organization */
  readOrganization: {
    input: {
      params: {
        /** The id of the organization */
        organization_id: string
      }
    }
    response: OrganizationResponse
  }
  /** Read a person of an organization */
  readOrganizationPerson: {
    input: {
      params: {
        /** The id of the organization */
        organization_id: string
        /** The id of the person */
        person_id: string
      }
    }
    response: OrganizationPersonResponse
  }
  /** Read what the lists say about an organization */
  readOrganizationScreening: {
    input: {
      params: {
        /** The id of the organization */
        organization_id: string
      }
    }
    response: OrganizationScreeningResponse
  }
  /** Read the figures of the overview page */
  readOverview: {
    input: object
    response: OverviewResponse
  }
  /** Read a paper */
  readPaper: {
    input: {
      params: {
        /** The id of the purchase request */
        request_id: string
        /** The id of the paper */
        paper_id: string
      }
    }
    response: PaperResponse
  }
  /**
   * Download the PDF of a paper.
   *
   * Waits up to five seconds while the PDF is being made, then fails with 503 `paper_rendering` and `Retry-After`.
   */
  readPaperContent: {
    input: {
      params: {
        /** The id of the purchase request */
        request_id: string
        /** The id of the paper */
        paper_id: string
      }
    }
    response: Response
  }
  /** Read what the party register contains, and how far an import is */
  readPartyRegister: {
    input: object
    response: PartyRegisterResponse
  }
  /** Read one of your passkeys */
  readPasskey: {
    input: {
      params: {
        /** The id of the passkey */
        passkey_id: string
      }
    }
    response: PasskeyResponse
  }
  /** Read a payment */
  readPayment: {
    input: {
      params: {
        /** The id of the purchase request */
        request_id: string
        /** The id of the payment */
        payment_id: string
      }
    }
    response: PaymentResponse
  }
  /** Read a file of payment orders */
  readPaymentFile: {
    input: {
      params: {
        /** The id of the file */
        file_id: string
      }
    }
    response: PaymentFileResponse
  }
  /** Read the plan of accounts */
  readPlan: {
    input: {
      query?: {
        /** An earlier version; the one that counts unless given */
        version?: number | undefined
      } | undefined
    }
    response: PlanResponse
  }
  /** Read the policy */
  readPolicy: {
    input: object
    response: PolicyResponse
  }
  /**
   * Read what the desk has and owes.
   *
   * By asset and network, and by wallet. Only wallets of own organizations count. What was delivered from elsewhere is not held.
   */
  readPosition: {
    input: object
    response: PositionResponse
  }
  /**
   * Read what the desk had and owed by day.
   *
   * By asset, all networks together, computed from the books and the facts of requests: what was typed later counts on the day on which it happened.
   */
  readPositionHistory: {
    input: {
      query?: {
        /** How many days, the last of which is today */
        days?: number | undefined
      } | undefined
    }
    response: PositionHistoryResponse
  }
  /** Read a rule that suggests an account */
  readPostingRule: {
    input: {
      params: {
        /** The id of the rule */
        rule_id: string
      }
    }
    response: PostingRuleResponse
  }
  /** Read a purchase request */
  readPurchaseRequest: {
    input: {
      params: {
        /** The id of the purchase request */
        request_id: string
      }
    }
    response: PurchaseRequestResponse
  }
  /**
   * List the steps from the current status: whether you may take each, and what blocks it.
   *
   * Uses the same rules as the change of status, for the caller and at this moment. `needs` contains the required fields, including a new quote if the old one has expired. `blockers` are those of a 409 `approval_blocked`.
   */
  readPurchaseRequestNextSteps: {
    input: {
      params: {
        /** The id of the purchase request */
        request_id: string
      }
    }
    response: PurchaseRequestNextStepsResponse
  }
  /** Read a quote */
  readQuote: {
    input: {
      params: {
        /** The id of the purchase request */
        request_id: string
        /** The id of the quote */
        quote_id: string
      }
    }
    response: QuoteResponse
  }
  /** Read a rate of exchange */
  readRate: {
    input: {
      params: {
        /** The id of the rate */
        rate_id: string
      }
    }
    response: RateResponse
  }
  /**
   * Read the rate that counts on a day.
   *
   * A rate counts from its day until the next one, and at most 15 days: the Bank of Russia sets none for Sundays, Mondays and holidays.
   */
  readRateInForce: {
    input: {
      query: {
        /** The currency (ISO 4217) */
        currency: string
        /** The day */
        day: string
      }
    }
    response: RateResponse
  }
  /** Read a refund */
  readRefund: {
    input: {
      params: {
        /** The id of the purchase request */
        request_id: string
        /** The id of the refund */
        refund_id: string
      }
    }
    response: RefundResponse
  }
  /** Read what a purchase request has earned */
  readRequestResult: {
    input: {
      params: {
        /** The id of the purchase request */
        request_id: string
      }
    }
    response: RequestResultResponse
  }
  /**
   * Read what deals earned.
   *
   * By days in the books. Coins cost what they were bought for, first in, first out. Amounts in another currency are in roubles at the rate of their day. The sum equals income and expenses in the books as soon as the days are closed.
   */
  readResults: {
    input: {
      query: {
        /** The first day in the books */
        from: string
        /** The last day in the books; at most 400 days */
        to: string
        /** What the rows are; default: days */
        by?: 'day' | 'client' | 'asset' | 'person' | undefined
      }
    }
    response: ResultsResponse
  }
  /**
   * Read which exchange differences would be posted at the end of a day.
   *
   * Posts nothing. Accounts whose rates are missing have no value.
   */
  readRevaluation: {
    input: {
      query?: {
        /** The closing day; the last day of the month before unless given */
        through?: string | undefined
      } | undefined
    }
    response: RevaluationResponse
  }
  /** Read a hit with both sides */
  readScreeningHit: {
    input: {
      params: {
        /** The id of the hit */
        hit_id: string
      }
    }
    response: ScreeningHitDetailsResponse
  }
  /** Read which lists there are, and how far parties are compared with them */
  readScreeningStatus: {
    input: object
    response: ScreeningStatusResponse
  }
  /**
   * Read the secret keys.
   *
   * The read is recorded in the audit log before the secret is decrypted.
   */
  readSecretKeys: {
    input: {
      params: {
        /** The id of the organization */
        organization_id: string
      }
    }
    response: SecretKeyResponse[]
  }
  /**
   * Read what is left to set up.
   *
   * The steps that the caller may do: those of their own account, and those of the installation that their role allows. Whoever signs in with an identity provider has neither a password nor a second factor here.
   */
  readSetup: {
    input: object
    response: SetupResponse
  }
  /** How administrators can sign in */
  readSignInMethods: {
    input: object
    response: SignInMethods
  }
  /** Read whether transactions are signed */
  readSigning: {
    input: object
    response: SigningResponse
  }
  /** Read an imported statement */
  readStatement: {
    input: {
      params: {
        /** The id of the statement */
        statement_id: string
      }
    }
    response: StatementResponse
  }
  /** Read a line of a statement */
  readStatementLine: {
    input: {
      params: {
        /** The id of the line */
        line_id: string
      }
    }
    response: StatementLineResponse
  }
  /** Read how long requests are in each status */
  readTimeInStatus: {
    input: {
      query?: {
        /** The first day (UTC). Unless given, 90 days before `to`, and of what waits now everything */
        from?: string | undefined
        /** The last day (UTC); today unless given */
        to?: string | undefined
      } | undefined
    }
    response: TimeInStatusReport
  }
  /** Read a transfer with its history */
  readTransfer: {
    input: {
      params: {
        /** The id of the transfer */
        transfer_id: string
      }
    }
    response: TransferDetailsResponse
  }
  /** Read a batch with its transfers */
  readTransferBatch: {
    input: {
      params: {
        /** The id of the batch */
        batch_id: string
      }
    }
    response: TransferBatchDetailsResponse
  }
  /**
   * Read the trial balance at the end of a day.
   *
   * Accounts on which nothing was posted are left out. The balances sum to 0 in each commodity.
   */
  readTrialBalance: {
    input: {
      query?: {
        /** Only debits and credits of this day or later */
        from?: string | undefined
        /** The last day; today unless given */
        through?: string | undefined
        /** The largest number of objects on the page */
        limit?: number | undefined
        /** The `next_cursor` of the page before */
        cursor?: string | undefined
      } | undefined
    }
    response: TrialBalanceResponse
  }
  /**
   * Read the state of the vault.
   *
   * Whether it is open, its slots, and whether a drill has proved that a second slot opens it.
   */
  readVault: {
    input: object
    response: VaultResponse
  }
  /**
   * Read a view.
   *
   * A view that another person keeps for themselves is 404.
   */
  readView: {
    input: {
      params: {
        /** The id of the view */
        view_id: string
      }
    }
    response: ViewResponse
  }
  /** Read volumes by asset and week */
  readVolumes: {
    input: {
      query?: {
        /** The first day (UTC). Unless given, 90 days before `to`, and of what waits now everything */
        from?: string | undefined
        /** The last day (UTC); today unless given */
        to?: string | undefined
      } | undefined
    }
    response: VolumesReport
  }
  /** Read a wallet */
  readWallet: {
    input: {
      params: {
        /** The id of the wallet */
        wallet_id: string
      }
    }
    response: WalletDetailsResponse
  }
  /** Read a webhook endpoint */
  readWebhook: {
    input: {
      params: {
        /** The id of the endpoint */
        webhook_id: string
      }
    }
    response: WebhookEndpointResponse
  }
  /** Read a delivery with the message that is sent */
  readWebhookDelivery: {
    input: {
      params: {
        /** The id of the endpoint */
        webhook_id: string
        /** The id of the delivery */
        delivery_id: string
      }
    }
    response: WebhookDeliveryDetailResponse
  }
  /** Read whether webhooks are being delivered */
  readWebhookDeliveryState: {
    input: object
    response: WebhookDeliveryStateResponse
  }
  /**
   * Read how much waits in each queue.
   *
   * The queues that the caller may see. Counting stops at 1,000 of a queue: `total_is_exact` is false then.
   */
  readWork: {
    input: object
    response: WorkResponse
  }
  /** Authenticate again, which reading secrets requires */
  reauthenticate: {
    input: {
      body: ReauthenticateRequest
    }
    response: ReauthenticateResponse
  }
  /** Begin to authenticate again with a passkey */
  reauthenticationOptions: {
    input: object
    response: PasskeyRequestOptions
  }
  /** Compare an own bank account by the statements with the books, day by day */
  reconcileAccount: {
    input: {
      query: {
        /** The own bank account */
        account: string
        /** Its currency; needed of an account that holds several */
        currency?: string | undefined
        /** The first day */
        from: string
        /** The last day; at most 366 days */
        to: string
      }
    }
    response: ReconciliationResponse
  }
  /**
   * Deliver an event again.
   *
   * A parked or delivered event becomes pending again and is retried for three days. A pending event is sent now.
   */
  redeliverWebhook: {
    input: {
      params: {
        /** The id of the endpoint */
        webhook_id: string
        /** The id of the delivery */
        delivery_id: string
      }
    }
    response: WebhookDeliveryResponse
  }
  /** New tokens for a refresh token */
  refresh: {
    input: {
      body: AdminRefreshRequest
    }
    response: AdminRefreshResponse
  }
  /** Record that money of a credit was paid back */
  refundCredit: {
    input: {
      params: {
        /** The id of the credit */
        credit_id: string
      }
      body: RefundCreditBody
    }
    response: CreditResponse
  }
  /**
   * Give up a signed transfer.
   *
   * What it spends can be spent again. Only with evidence that the network will never carry it out: otherwise coins may be paid twice. One of a purchase request that has failed or was replaced counts as paid until it is given up as well, because the node may be wrong.
   */
  releaseTransfer: {
    input: {
      params: {
        /** The id of the transfer */
        transfer_id: string
      }
      body: ReleaseTransferBody
    }
    response: TransferResponse
  }
  /**
   * Remove an address.
   *
   * Nothing more is sent to it. What was sent before keeps its entry.
   */
  removeAddress: {
    input: {
      params: {
        /** The id of the organization */
        organization_id: string
        /** The id of the entry */
        address_id: string
      }
    }
    response: unknown
  }
  /**
   * Remove one of your passkeys.
   *
   * Needs a sign-in or re-authentication with a passkey within the last 15 minutes. If all passkeys are lost, somebody else resets the account.
   */
  removePasskey: {
    input: {
      params: {
        /** The id of the passkey */
        passkey_id: string
      }
    }
    response: StatusResponse
  }
  /**
   * Remove a rate of exchange.
   *
   * For one of a wrong day. Rates that count on a closed day are refused if they would change it.
   */
  removeRate: {
    input: {
      params: {
        /** The id of the rate */
        rate_id: string
      }
    }
    response: unknown
  }
  /** Rename one of your passkeys */
  renamePasskey: {
    input: {
      params: {
        /** The id of the passkey */
        passkey_id: string
      }
      body: RenamePasskeyRequest
    }
    response: PasskeyResponse
  }
  /**
   * Open days again that are final.
   *
   * Without `through`, the newest close that counts is taken back: each time one more, until no day is final.
   */
  reopenBooks: {
    input: {
      body: ReopenBooksBody
    }
    response: CloseResponse
  }
  /**
   * Take back what was said of a transaction of an own wallet.
   *
   * It is new again. A fee or a move that was posted is reversed by an operation of its own.
   */
  reopenChainLine: {
    input: {
      params: {
        /** The id of the line */
        line_id: string
      }
    }
    response: ChainLineResponse
  }
  /** Take a line back that was set aside */
  reopenStatementLine: {
    input: {
      params: {
        /** The id of the line */
        line_id: string
      }
      query?: {
        /** Only the decision that the line has from then, as its `decided_at` says; after another one: 409 `statement_line_decided` */
        decided_at?: string | undefined
      } | undefined
    }
    response: StatementLineResponse
  }
  /**
   * Replace the wallets of an organization.
   *
   * Makes a new mnemonic and new addresses on the same networks. The wallets before become `retired`: they can still be read, and coins on them stay there until somebody moves them. No purchase request is approved or delivered to a retired wallet.
   */
  replaceWallets: {
    input: {
      params: {
        /** The id of the organization */
        organization_id: string
      }
      body: ReplaceWalletsBody
    }
    response: WalletGenerationResponse
  }
  /**
   * Remove the password and one-time codes, end all sessions, and make a link to set a new password.
   *
   * A new link makes older ones of the same person void.
   */
  resetAdministrator: {
    input: {
      params: {
        /** The id of the administrator */
        administrator_id: string
      }
    }
    response: AdministratorWithLink
  }
  /**
   * Accept an API key again that was suspended by a restore.
   *
   * After a restore nobody knows which keys were revoked since the backup, so all of them are suspended. Resume those that are still in use, and revoke the others.
   */
  resumeApiKey: {
    input: {
      params: {
        /** The id of the API key */
        api_key_id: string
      }
    }
    response: ApiKeyResponse
  }
  /**
   * Post the exchange differences at the end of a day.
   *
   * Money, loans and debts in foreign currency are worth what the rate of the day says; advances are never revalued. Each difference is posted in roubles to `income:exchange:<currency>` against `assets:revaluation:<account>`. Doing it again changes nothing; if a rate or a posting has changed meanwhile, what is missing is posted while the day is open.
   */
  revalueBooks: {
    input: {
      body: RevalueBody
    }
    response: RevaluationResponse
  }
  /**
   * Reverse an acquisition.
   *
   * Posts the opposite on the same day, or on the first open day if that one is closed.
   */
  reverseAcquisition: {
    input: {
      params: {
        /** The id of the acquisition */
        acquisition_id: string
      }
      body: ReverseAcquisitionBody
    }
    response: AcquisitionResponse
  }
  /**
   * Reverse a refund of a credit that was recorded by mistake, or whose money came back.
   *
   * It stays in the list and no longer counts: the money is left of the credit again.
   */
  reverseCreditRefund: {
    input: {
      params: {
        /** The id of the credit */
        credit_id: string
        /** The id of the refund */
        refund_id: string
      }
      body: ReverseRefundBody
    }
    response: RefundResponse
  }
  /**
   * Reverse a delivery that was recorded by mistake, or whose coins came back.
   *
   * It stays in the list and no longer counts. A `completed` request goes back to `paid`, and is in the work queue `exceptions` until it is settled. Send `returned` if the coins were sent and came back.
   */
  reverseDelivery: {
    input: {
      params: {
        /** The id of the purchase request */
        request_id: string
        /** The id of the delivery */
        delivery_id: string
      }
      body: ReverseDeliveryBody
    }
    response: RequestDeliveryResponse
  }
  /**
   * Reverse an entry.
   *
   * Posts the opposite on the same day, or on the first open day if that one is closed.
   */
  reverseEntry: {
    input: {
      params: {
        /** The id of the entry */
        entry_id: string
      }
      body: ReverseEntryBody
    }
    response: EntryResponse
  }
  /**
   * Reverse a payment that was recorded by mistake or called back.
   *
   * It stays in the list and no longer counts. A `paid` request for which nothing else has happened goes back to `approved`, or to `expired` if its quote has run out. Money of a credit goes back to the credit.
   */
  reversePayment: {
    input: {
      params: {
        /** The id of the purchase request */
        request_id: string
        /** The id of the payment */
        payment_id: string
      }
      body: ReversePaymentBody
    }
    response: PaymentResponse
  }
  /**
   * Reverse a refund that was recorded by mistake, or whose money came back.
   *
   * It stays in the list and no longer counts. A `refunded` request of which money is left again goes back to `paid`.
   */
  reverseRefund: {
    input: {
      params: {
        /** The id of the purchase request */
        request_id: string
        /** The id of the refund */
        refund_id: string
      }
      body: ReverseRefundBody
    }
    response: RefundResponse
  }
  /**
   * Approve or reject a document.
   *
   * A decision can be changed by another one at any time. Only who made it can take it back, within a few seconds and while nobody has decided otherwise: then the document is `pending` again.
   */
  reviewDocument: {
    input: {
      params: {
        /** The id of the organization */
        organization_id: string
        /** The kind of the document */
        kind: string
      }
      body: ReviewDocumentRequest
    }
    response: DocumentResponse
  }
  /** Revoke an API key */
  revokeApiKey: {
    input: {
      params: {
        /** The id of the API key */
        api_key_id: string
      }
    }
    response: StatusResponse
  }
  /** End a session: your own, for owners any */
  revokeSession: {
    input: {
      params: {
        /** The id of the session */
        session_id: string
      }
    }
    response: StatusResponse
  }
  /**
   * Rotate the signing secret of a webhook endpoint.
   *
   * Messages are signed with both secrets for `overlap_hours` (24 by default). The response contains the new secret, which is shown only once.
   */
  rotateWebhookSecret: {
    input: {
      params: {
        /** The id of the endpoint */
        webhook_id: string
      }
      body: RotateWebhookSecretBody
    }
    response: WebhookEndpointWithSecretResponse
  }
  /**
   * Find anything by what is in hand.
   *
   * Organizations (name, INN, OGRN, LEI) and the people behind them, purchase requests (number, external id, payment reference, transaction, destination), wallets, documents (file name, SHA-256), administrators, and ids of the audit log. Spaces, case, ё and the wrong keyboard layout do not count. Numbers of identity documents are not searched. Only what the caller may see.
   */
  search: {
    input: {
      query: {
        /** A number, name, address, transaction, reference, amount, bank account, file name, checksum or id */
        q: string
      }
    }
    response: SearchResponse
  }
  /** Search the party register */
  searchParties: {
    input: {
      query: {
        /** What to search for: words of the name, or the beginning of a number */
        q: string
        /** The largest number of objects on the page */
        limit?: number | undefined
        /** How many objects of the list to leave out before the page */
        offset?: number | undefined
      }
    }
    response: PartySearchListResponse
  }
  /**
   * Set a transaction of an own wallet aside.
   *
   * For what belongs to nothing in the books. It explains its part of the difference between chain and books.
   */
  setAsideChainLine: {
    input: {
      params: {
        /** The id of the line */
        line_id: string
      }
      body: SetAsideChainLineBody
    }
    response: ChainLineResponse
  }
  /** Set a line aside that is no payment of a client */
  setAsideStatementLine: {
    input: {
      params: {
        /** The id of the line */
        line_id: string
      }
      body: SetAsideStatementLineBody
    }
    response: StatementLineResponse
  }
  /**
   * Set the contract with an organization.
   *
   * Papers that are issued from now on name it as their ground. The same again changes nothing.
   */
  setClientContract: {
    input: {
      params: {
        /** The id of the organization */
        organization_id: string
      }
      body: SetClientContractBody
    }
    response: ClientContractResponse
  }
  /**
   * Set a password with a one-time link.
   *
   * The link is made when an administrator is created or reset. It works once, within 24 hours, and does not sign in. If others had to approve, the link is one half, and one of them gives the person the other (`second_half`).
   */
  setPassword: {
    input: {
      body: SetPasswordRequest
    }
    response: StatusResponse
  }
  /**
   * Set the plan of accounts.
   *
   * The books stay as they are: only journals that are written from now on use it.
   */
  setPlan: {
    input: {
      body: SetPlanBody
    }
    response: PlanResponse
  }
  /**
   * Type a rate of exchange.
   *
   * Adds it, or changes the one of this currency and day. Rates that count on a closed day are refused if they would change it.
   */
  setRate: {
    input: {
      body: SetRateBody
    }
    response: RateResponse
  }
  /**
   * Sign a transfer.
   *
   * If the policy asks for approvals, the first call asks for them, and the same call after the last vote signs. A repetition returns the same bytes. One that delivers a request of a client from a wallet of the desk is that act, too, with all of its checks; the delivery is recorded once the network has carried it out.
   */
  signTransfer: {
    input: {
      params: {
        /** The id of the transfer */
        transfer_id: string
      }
      body: SignTransferBody
    }
    response: SignedTransferResponse
  }
  /**
   * Decide a batch, and sign its transfers one by one.
   *
   * If the policy asks for approvals of the sum, the first call asks for them, and the same call after the last vote decides the batch. Its transfers are then signed one after the other, each with inputs of that moment. One that cannot be signed is in `refused` and leaves the others untouched. On bitcoin one transaction pays all of them, or none. The same call goes on with what is left, for 24 hours.
   */
  signTransferBatch: {
    input: {
      params: {
        /** The id of the batch */
        batch_id: string
      }
      body: SignTransferBatchBody
    }
    response: SignedTransferBatchResponse
  }
  /** Start signing again */
  startSigning: {
    input: object
    response: SigningResponse
  }
  /**
   * Stop signing at once, on all nodes.
   *
   * Everybody who can sign in may do this, and nobody has to approve it. Stopping again changes nothing.
   */
  stopSigning: {
    input: {
      body: StopSigningBody
    }
    response: SigningResponse
  }
  /**
   * Stream events.
   *
   * Server-sent events (`EventHint`) that say which object has changed, but not how. Only events of objects that the caller may read are sent. The stream ends when the token expires or the session is revoked. Missed events are not repeated. When the stream opens, it tells its position in a message of its own, which has only an `id`: a cursor of `GET /v1/changes`. What was changed before that and after you have read your data is in `GET /v1/changes` after the cursor that you took before reading; after a reconnect, in that after the last cursor that you have.
   */
  streamEvents: {
    input: object
    response: Response
  }
  /**
   * Send a test event to a webhook endpoint.
   *
   * The result is in the list of deliveries.
   */
  testWebhook: {
    input: {
      params: {
        /** The id of the endpoint */
        webhook_id: string
      }
    }
    response: WebhookDeliveryResponse
  }
  /**
   * Prepare a transfer of the coin of the network to a wallet that lacks it for fees.
   *
   * The wallet is a current one of any organization. A wallet of the desk pays: the one that its company has named in `fuel_wallets` for the network, within its highest amount and fee. It is a transfer like any other, which is approved and signed. There is one open top-up of a wallet at a time.
   */
  topUpWallet: {
    input: {
      params: {
        /** The id of the wallet that lacks the coin */
        wallet_id: string
      }
      body: TopUpBody
    }
    response: TransferResponse
  }
  /**
   * Reverse a network fee or a move that was posted for a line, which is new again.
   *
   * Posts the opposite on the same day, or on the first open day if that one is closed.
   */
  unpostChainFee: {
    input: {
      params: {
        /** The id of the line */
        line_id: string
      }
      body: UnpostChainFeeBody
    }
    response: ChainLineResponse
  }
  /**
   * Reverse the posting of a line, which is new again.
   *
   * Posts the opposite on the same day, or on the first open day if that one is closed. An exchange that the line has settled is reversed with it; its other line stays posted and can be settled with another one.
   */
  unpostStatementLine: {
    input: {
      params: {
        /** The id of the line */
        line_id: string
      }
      query?: {
        /** Only the decision that the line has from then, as its `decided_at` says; after another one: 409 `statement_line_decided` */
        decided_at?: string | undefined
      } | undefined
      body: UnpostStatementLineBody
    }
    response: StatementLineResponse
  }
  /** Change the name or role of an administrator */
  updateAdministrator: {
    input: {
      params: {
        /** The id of the administrator */
        administrator_id: string
      }
      body: UpdateAdministratorRequest
    }
    response: AdministratorResponse
  }
  /**
   * Change a company of the desk.
   *
   * Papers that were issued stay as they are.
   */
  updateDeskCompany: {
    input: {
      params: {
        /** The id of the company */
        company_id: string
      }
      body: UpdateDeskCompanyBody
    }
    response: DeskCompanyResponse
  }
  /** Choose what you get by e-mail */
  updateNotificationSettings: {
    input: {
      body: UpdateNotificationSettingsBody
    }
    response: NotificationSettings
  }
  /**
   * Change an organization, or decide its KYB.
   *
   * Absent fields do not change, `null` clears a field. An approval fails with 409 `approval_blocked` while something is open that `KONTOR_KYB_REQUIRES` names; `context.blockers` has all of it. If people of the role `director` or `contact` are kept, `director` or `contact` changes the first of them.
   */
  updateOrganization: {
    input: {
      params: {
        /** The id of the organization */
        organization_id: string
      }
      body: UpdateOrganizationRequest
    }
    response: OrganizationResponse
  }
  /**
   * Change a person of an organization.
   *
   * Absent fields do not change, `null` clears a field. The first director and the first contact are shown as `director` and `contact` of the organization. Another name or INN of its director is a change of requisites: an approved organization returns to `in_review`.
   */
  updateOrganizationPerson: {
    input: {
      params: {
        /** The id of the organization */
        organization_id: string
        /** The id of the person */
        person_id: string
      }
      body: UpdateOrganizationPersonBody
    }
    response: OrganizationPersonResponse
  }
  /**
   * Change the policy.
   *
   * Refused with 422 if the administrators of today cannot satisfy it, or if one person could make a second one (`policy_not_closed`).
   */
  updatePolicy: {
    input: {
      body: UpdatePolicyBody
    }
    response: PolicyResponse
  }
  /**
   * Change the status of a purchase request.
   *
   * The current status again changes nothing. `paid` again with the same reference and other values is 409 `payment_differs`; with a new reference it is another payment, which can be an `overpayment` (409).
   */
  updatePurchaseRequestStatus: {
    input: {
      params: {
        /** The id of the purchase request */
        request_id: string
      }
      body: UpdatePurchaseRequestStatusBody
    }
    response: PurchaseRequestResponse
  }
  /**
   * Dismiss a step of the set-up, or bring it back.
   *
   * A step of `person` for the caller, one of `installation` for all. What is done later is `done` all the same.
   */
  updateSetupStep: {
    input: {
      params: {
        /** The step */
        step: string
      }
      body: UpdateSetupStepBody
    }
    response: SetupResponse
  }
  /** Rename, change or share a view of yours */
  updateView: {
    input: {
      params: {
        /** The id of the view */
        view_id: string
      }
      body: UpdateViewBody
    }
    response: ViewResponse
  }
  /**
   * Change a webhook endpoint.
   *
   * A disabled endpoint gets no new events; pending deliveries wait.
   */
  updateWebhook: {
    input: {
      params: {
        /** The id of the endpoint */
        webhook_id: string
      }
      body: UpdateWebhookEndpointBody
    }
    response: WebhookEndpointResponse
  }
  /**
   * Pause or resume the delivery of all webhooks.
   *
   * After a restore, delivery is paused. Events are kept during a pause, and delivered in order after its end.
   */
  updateWebhookDeliveryState: {
    input: {
      body: UpdateWebhookDeliveryStateBody
    }
    response: WebhookDeliveryStateResponse
  }
  /**
   * Upload a file for a comment.
   *
   * Name its id in `attachments` of a comment on this organization, its documents or its purchase requests. The file is checked as a document is. One that no comment names within a day is deleted.
   */
  uploadCommentAttachment: {
    input: {
      params: {
        /** The id of the organization */
        organization_id: string
      }
      body: UploadAttachmentBody | FormData
    }
    response: CommentAttachment
  }
  /** Verify the newest rows of the chain and the checkpoints of this node */
  verifyAuditEvents: {
    input: {
      query?: {
        /** Number of rows to check, counted from the newest */
        rows?: number | undefined
      } | undefined
    }
    response: AuditVerificationResponse
  }
  /**
   * Say that a paper no longer holds.
   *
   * Its number is not used again, and its file stays. Repeating it with the same reason changes nothing.
   */
  voidPaper: {
    input: {
      params: {
        /** The id of the purchase request */
        request_id: string
        /** The id of the paper */
        paper_id: string
      }
      body: VoidPaperBody
    }
    response: PaperResponse
  }
  /**
   * Say that a file of payment orders must not be paid.
   *
   * Its refunds can be put into another file. Orders that a line of a statement has executed stay. Repeating it with the same reason changes nothing.
   */
  voidPaymentFile: {
    input: {
      params: {
        /** The id of the file */
        file_id: string
      }
      body: VoidPaymentFileBody
    }
    response: PaymentFileResponse
  }
  /**
   * Vote on an approval.
   *
   * One vote to refuse ends it. Who asked cannot vote, nor accounts that they created, promoted, enabled or reset, nor API keys. A vote that approves the creation or the reset of an account shows the voter, once, half of its link (`link_half`): the person needs it together with the half of who asked.
   */
  voteOnApproval: {
    input: {
      params: {
        /** The id of the approval */
        approval_id: string
      }
      body: VoteBody
    }
    response: VotedApprovalResponse
  }
  /** Withdraw an approval that you asked for */
  withdrawApproval: {
    input: {
      params: {
        /** The id of the approval */
        approval_id: string
      }
    }
    response: ApprovalResponse
  }
  /** Withdraw the proposal, as an owner or as a founder who objects */
  withdrawFounding: {
    input: object
    response: FoundingResponse
  }
}

/** The version of the package. */
export const version = '1.1.0'

/** The operations by resource. */
export const groups = {
  account: {
    changePassword: 'changePassword',
    confirmOtp: 'confirmOtp',
    disableOtp: 'disableOtp',
    enrolOtp: 'enrolOtp',
    listSessions: 'listSessions',
    reauthenticate: 'reauthenticate',
    revokeSession: 'revokeSession',
  },
  addressBook: {
    add: 'addAddress',
    challenge: 'challengeAddress',
    list: 'listAddresses',
    read: 'readAddress',
    remove: 'removeAddress',
  },
  administrators: {
    create: 'createAdministrator',
    disable: 'disableAdministrator',
    enable: 'enableAdministrator',
    listNames: 'listAdministratorNames',
    list: 'listAdministrators',
    read: 'readAdministrator',
    reset: 'resetAdministrator',
    update: 'updateAdministrator',
  },
  apiKeys: {
    create: 'createApiKey',
    list: 'listApiKeys',
    read: 'readApiKey',
    resume: 'resumeApiKey',
    revoke: 'revokeApiKey',
  },
  approvals: {
    list: 'listApprovals',
    listTotals: 'listApprovalsTotals',
    read: 'readApproval',
    voteOn: 'voteOnApproval',
    withdraw: 'withdrawApproval',
  },
  auditLog: {
    export: 'exportAuditEvents',
    list: 'listAuditEvents',
    verify: 'verifyAuditEvents',
  },
  authentication: {
    cookieRefresh: 'cookieRefresh',
    login: 'login',
    logout: 'logout',
    me: 'me',
    readLink: 'readLink',
    refresh: 'refresh',
    setPassword: 'setPassword',
  },
  banks: {
    import: 'importBanks',
    read: 'readBank',
    readRegister: 'readBankRegister',
  },
  blockchainNodes: {
    listIncomingPayments: 'listIncomingPayments',
    listWalletBalances: 'listWalletBalances',
  },
  bookEntries: {
    create: 'createEntry',
    list: 'listEntries',
    listTotals: 'listEntriesTotals',
    read: 'readEntry',
    reverse: 'reverseEntry',
  },
  books: {
    export: 'exportBooks',
    listBalances: 'listBalances',
  },
  bulk: {
    assign: 'bulkAssign',
    match: 'bulkMatch',
    move: 'bulkMove',
    review: 'bulkReview',
  },
  close: {
    close: 'closeBooks',
    exportTrialBalance: 'exportTrialBalance',
    listBankAccounts: 'listBankAccounts',
    read: 'readClose',
    readLedger: 'readLedger',
    readTrialBalance: 'readTrialBalance',
    reconcileAccount: 'reconcileAccount',
    reopen: 'reopenBooks',
  },
  comments: {
    createDocumentComment: 'createDocumentComment',
    createOrganizationComment: 'createOrganizationComment',
    createPurchaseRequestComment: 'createPurchaseRequestComment',
    listDocumentComments: 'listDocumentComments',
    listOrganizationComments: 'listOrganizationComments',
    listPurchaseRequestComments: 'listPurchaseRequestComments',
    readAttachment: 'readCommentAttachment',
    uploadAttachment: 'uploadCommentAttachment',
  },
  deals: {
    acceptPayer: 'acceptPayer',
    allocateCredit: 'allocateCredit',
    closeException: 'closeException',
    correctPurchaseRequest: 'correctPurchaseRequest',
    createDelivery: 'createDelivery',
    createPayment: 'createPayment',
    createPaymentFile: 'createPaymentFile',
    createQuote: 'createQuote',
    createRefund: 'createRefund',
    downloadPaymentFile: 'downloadPaymentFile',
    listCreditRefunds: 'listCreditRefunds',
    listCredits: 'listCredits',
    listCreditsTotals: 'listCreditsTotals',
    listDeliveries: 'listDeliveries',
    listPaymentFiles: 'listPaymentFiles',
    listPaymentFilesTotals: 'listPaymentFilesTotals',
    listPayments: 'listPayments',
    listQuotes: 'listQuotes',
    listRefunds: 'listRefunds',
    listRefundsToPay: 'listRefundsToPay',
    moveSurplus: 'moveSurplus',
    readCredit: 'readCredit',
    readCreditRefund: 'readCreditRefund',
    readDelivery: 'readDelivery',
    readPayment: 'readPayment',
    readPaymentFile: 'readPaymentFile',
    readQuote: 'readQuote',
    readRefund: 'readRefund',
    refundCredit: 'refundCredit',
    reverseCreditRefund: 'reverseCreditRefund',
    reverseDelivery: 'reverseDelivery',
    reversePayment: 'reversePayment',
    reverseRefund: 'reverseRefund',
    voidPaymentFile: 'voidPaymentFile',
  },
  documents: {
    getBankDetailsDocument: 'getBankDetailsDocument',
    getCharterDocument: 'getCharterDocument',
    getContent: 'getDocumentContent',
    getInnCertificateDocument: 'getInnCertificateDocument',
    getKycRepresentativeDocument: 'getKycRepresentativeDocument',
    getOgrnCertificateDocument: 'getOgrnCertificateDocument',
    getOtherDocument: 'getOtherDocument',
    getPowerOfAttorneyDocument: 'getPowerOfAttorneyDocument',
    listVersions: 'listDocumentVersions',
    list: 'listDocuments',
    putBankDetailsDocument: 'putBankDetailsDocument',
    putCharterDocument: 'putCharterDocument',
    putInnCertificateDocument: 'putInnCertificateDocument',
    putKycRepresentativeDocument: 'putKycRepresentativeDocument',
    putOgrnCertificateDocument: 'putOgrnCertificateDocument',
    putOtherDocument: 'putOtherDocument',
    putPowerOfAttorneyDocument: 'putPowerOfAttorneyDocument',
    read: 'readDocument',
    review: 'reviewDocument',
  },
  exports: {
    acquisitions: 'exportAcquisitions',
    addresses: 'exportAddresses',
    administrators: 'exportAdministrators',
    announcedLines: 'exportAnnouncedLines',
    approvals: 'exportApprovals',
    auditTable: 'exportAuditTable',
    chainLines: 'exportChainLines',
    credits: 'exportCredits',
    documents: 'exportDocuments',
    entries: 'exportEntries',
    hits: 'exportHits',
    organizations: 'exportOrganizations',
    paymentFiles: 'exportPaymentFiles',
    payments: 'exportPayments',
    purchaseRequests: 'exportPurchaseRequests',
    rates: 'exportRates',
    statementLines: 'exportStatementLines',
    transferBatches: 'exportTransferBatches',
    transfers: 'exportTransfers',
    wallets: 'exportWallets',
    webhookDeliveries: 'exportWebhookDeliveries',
  },
  founding: {
    confirm: 'confirmFounding',
    propose: 'proposeFounding',
    read: 'readFounding',
    withdraw: 'withdrawFounding',
  },
  inbox: {
    readAllNotices: 'readAllNotices',
    read: 'readInbox',
    readNotice: 'readNotice',
    readNotificationSettings: 'readNotificationSettings',
    updateNotificationSettings: 'updateNotificationSettings',
  },
  lists: {
    filterDocuments: 'filterDocuments',
    filterDocumentsTotals: 'filterDocumentsTotals',
    filterOrganizations: 'filterOrganizations',
    filterOrganizationsTotals: 'filterOrganizationsTotals',
    filterPayments: 'filterPayments',
    filterPaymentsTotals: 'filterPaymentsTotals',
    filterPurchaseRequests: 'filterPurchaseRequests',
    filterPurchaseRequestsTotals: 'filterPurchaseRequestsTotals',
    filterWebhookDeliveries: 'filterWebhookDeliveries',
    filterWebhookDeliveriesTotals: 'filterWebhookDeliveriesTotals',
  },
  organizations: {
    create: 'createOrganization',
    findByExternalId: 'findOrganizationByExternalId',
    list: 'listOrganizations',
    readKybChecklist: 'readKybChecklist',
    read: 'readOrganization',
    searchParties: 'searchParties',
    update: 'updateOrganization',
  },
  overview: {
    read: 'readOverview',
  },
  papers: {
    archive: 'archivePapers',
    createDeskCompany: 'createDeskCompany',
    find: 'findPaper',
    issue: 'issuePaper',
    listDeskCompanies: 'listDeskCompanies',
    list: 'listPapers',
    makeReconciliationAct: 'makeReconciliationAct',
    readClientContract: 'readClientContract',
    readDeskCompany: 'readDeskCompany',
    read: 'readPaper',
    readContent: 'readPaperContent',
    setClientContract: 'setClientContract',
    updateDeskCompany: 'updateDeskCompany',
    void: 'voidPaper',
  },
  partyRegister: {
    import: 'importPartyRegister',
    read: 'readPartyRegister',
  },
  passkeys: {
    add: 'addPasskey',
    list: 'listPasskeys',
    options: 'passkeyOptions',
    signIn: 'passkeySignIn',
    signInOptions: 'passkeySignInOptions',
    signatureOptions: 'passkeySignatureOptions',
    read: 'readPasskey',
    reauthenticationOptions: 'reauthenticationOptions',
    remove: 'removePasskey',
    rename: 'renamePasskey',
  },
  people: {
    create: 'createOrganizationPerson',
    delete: 'deleteOrganizationPerson',
    list: 'listOrganizationPeople',
    readIdentityDocument: 'readIdentityDocument',
    read: 'readOrganizationPerson',
    update: 'updateOrganizationPerson',
  },
  planOfAccounts: {
    exportJournal: 'exportJournal',
    read: 'readPlan',
    set: 'setPlan',
  },
  policy: {
    preview: 'previewPolicy',
    read: 'readPolicy',
    update: 'updatePolicy',
  },
  purchaseRequests: {
    assign: 'assignPurchaseRequest',
    create: 'createPurchaseRequest',
    findByExternalId: 'findPurchaseRequestByExternalId',
    findByNumber: 'findPurchaseRequestByNumber',
    listHistory: 'listPurchaseRequestHistory',
    list: 'listPurchaseRequests',
    read: 'readPurchaseRequest',
    readNextSteps: 'readPurchaseRequestNextSteps',
    updateStatus: 'updatePurchaseRequestStatus',
  },
  rates: {
    import: 'importRates',
    list: 'listRates',
    listTotals: 'listRatesTotals',
    read: 'readRate',
    readInForce: 'readRateInForce',
    remove: 'removeRate',
    set: 'setRate',
  },
  reports: {
    list: 'listReports',
    readDaily: 'readDaily',
    readDocumentsAgeing: 'readDocumentsAgeing',
    readFunnel: 'readFunnel',
    readKybAgeing: 'readKybAgeing',
    readTimeInStatus: 'readTimeInStatus',
    readVolumes: 'readVolumes',
  },
  revaluation: {
    read: 'readRevaluation',
    revalue: 'revalueBooks',
  },
  screening: {
    check: 'checkScreening',
    decideHit: 'decideScreeningHit',
    export: 'exportScreening',
    importList: 'importScreeningList',
    listHits: 'listScreeningHits',
    listHitsTotals: 'listScreeningHitsTotals',
    readOrganizationScreening: 'readOrganizationScreening',
    readHit: 'readScreeningHit',
    readStatus: 'readScreeningStatus',
  },
  setUp: {
    read: 'readSetup',
    updateStep: 'updateSetupStep',
  },
  signing: {
    read: 'readSigning',
    start: 'startSigning',
    stop: 'stopSigning',
  },
  singleSignOn: {
    readSignInMethods: 'readSignInMethods',
  },
  statements: {
    createPostingRule: 'createPostingRule',
    deletePostingRule: 'deletePostingRule',
    explain: 'explainStatement',
    import: 'importStatement',
    listAnnouncedLines: 'listAnnouncedLines',
    listAnnouncedLinesTotals: 'listAnnouncedLinesTotals',
    listCertainMatches: 'listCertainMatches',
    listLinesOfStatement: 'listLinesOfStatement',
    listPostingRules: 'listPostingRules',
    listLines: 'listStatementLines',
    listLinesTotals: 'listStatementLinesTotals',
    list: 'listStatements',
    matchLine: 'matchStatementLine',
    postLine: 'postStatementLine',
    readPostingRule: 'readPostingRule',
    read: 'readStatement',
    readLine: 'readStatementLine',
    reopenLine: 'reopenStatementLine',
    setAsideLine: 'setAsideStatementLine',
    unpostLine: 'unpostStatementLine',
  },
  transfers: {
    broadcast: 'broadcastTransfer',
    cancel: 'cancelTransfer',
    cancelBatch: 'cancelTransferBatch',
    confirm: 'confirmTransfer',
    create: 'createTransfer',
    createBatch: 'createTransferBatch',
    export: 'exportTransfer',
    listDeliverySources: 'listDeliverySources',
    listBatches: 'listTransferBatches',
    listBatchesTotals: 'listTransferBatchesTotals',
    list: 'listTransfers',
    listTotals: 'listTransfersTotals',
    readDeliveryProgress: 'readDeliveryProgress',
    read: 'readTransfer',
    readBatch: 'readTransferBatch',
    release: 'releaseTransfer',
    sign: 'signTransfer',
    signBatch: 'signTransferBatch',
    topUpWallet: 'topUpWallet',
  },
  treasury: {
    createAcquisition: 'createAcquisition',
    exportResults: 'exportResults',
    importChainStatement: 'importChainStatement',
    listAcquisitions: 'listAcquisitions',
    listAcquisitionsTotals: 'listAcquisitionsTotals',
    listChainLines: 'listChainLines',
    listChainLinesTotals: 'listChainLinesTotals',
    matchChainLine: 'matchChainLine',
    postChainFee: 'postChainFee',
    postChainMove: 'postChainMove',
    readAcquisition: 'readAcquisition',
    readChainLine: 'readChainLine',
    readChainStatements: 'readChainStatements',
    readPosition: 'readPosition',
    readPositionHistory: 'readPositionHistory',
    readRequestResult: 'readRequestResult',
    readResults: 'readResults',
    reopenChainLine: 'reopenChainLine',
    reverseAcquisition: 'reverseAcquisition',
    setAsideChainLine: 'setAsideChainLine',
    unpostChainFee: 'unpostChainFee',
  },
  vault: {
    read: 'readVault',
  },
  views: {
    create: 'createView',
    delete: 'deleteView',
    list: 'listViews',
    read: 'readView',
    update: 'updateView',
  },
  wallets: {
    checkDestinationAddress: 'checkDestinationAddress',
    create: 'createWallets',
    filter: 'filterWallets',
    filterTotals: 'filterWalletsTotals',
    listGenerations: 'listWalletGenerations',
    listMovements: 'listWalletMovements',
    list: 'listWallets',
    readGenerationMnemonic: 'readGenerationMnemonic',
    readMnemonic: 'readMnemonic',
    readSecretKeys: 'readSecretKeys',
    read: 'readWallet',
    replace: 'replaceWallets',
  },
  webhooks: {
    create: 'createWebhook',
    delete: 'deleteWebhook',
    listDeliveries: 'listWebhookDeliveries',
    list: 'listWebhooks',
    read: 'readWebhook',
    readDelivery: 'readWebhookDelivery',
    readDeliveryState: 'readWebhookDeliveryState',
    redeliver: 'redeliverWebhook',
    rotateSecret: 'rotateWebhookSecret',
    test: 'testWebhook',
    update: 'updateWebhook',
    updateDeliveryState: 'updateWebhookDeliveryState',
  },
  work: {
    listExpiringDocuments: 'listExpiringDocuments',
    listExpiringQuotes: 'listExpiringQuotes',
    listNewOrganizations: 'listNewOrganizations',
    listWaitingApprovals: 'listWaitingApprovals',
    listWaitingChainLines: 'listWaitingChainLines',
    listWaitingCredits: 'listWaitingCredits',
    listWaitingDocuments: 'listWaitingDocuments',
    listWaitingExceptions: 'listWaitingExceptions',
    listWaitingHits: 'listWaitingHits',
    listWaitingKyb: 'listWaitingKyb',
    listWaitingPayers: 'listWaitingPayers',
    listWaitingPayments: 'listWaitingPayments',
    listWaitingRequests: 'listWaitingRequests',
    listWaitingStatements: 'listWaitingStatements',
    read: 'readWork',
  },
} as const

export const operations: Readonly<Record<keyof Operations, Wire>> = {
  acceptPayer: { method: 'POST', path: '/v1/purchase-requests/{request_id}/payments/{payment_id}/accept-payer' },
  addAddress: { method: 'POST', path: '/v1/organizations/{organization_id}/addresses', keyed: true },
  addPasskey: { method: 'POST', path: '/v1/account/passkeys', keyed: true },
  allocateCredit: { method: 'POST', path: '/v1/credits/{credit_id}/allocate' },
  archivePapers: { method: 'GET', path: '/v1/paper-archive', repeatable: true, raw: true },
  assignPurchaseRequest: { method: 'PATCH', path: '/v1/purchase-requests/{request_id}/assignee' },
  broadcastTransfer: { method: 'POST', path: '/v1/transfers/{transfer_id}/broadcast' },
  bulkAssign: { method: 'POST', path: '/v1/bulk/assign', keyed: true },
  bulkMatch: { method: 'POST', path: '/v1/bulk/match', keyed: true },
  bulkMove: { method: 'POST', path: '/v1/bulk/move', keyed: true },
  bulkReview: { method: 'POST', path: '/v1/bulk/review', keyed: true },
  cancelTransfer: { method: 'POST', path: '/v1/transfers/{transfer_id}/cancel' },
  cancelTransferBatch: { method: 'POST', path: '/v1/transfer-batches/{batch_id}/cancel' },
  challengeAddress: { method: 'POST', path: '/v1/organizations/{organization_id}/addresses/challenge', keyed: true },
  changePassword: { method: 'POST', path: '/v1/auth/password' },
  checkDestinationAddress: { method: 'POST', path: '/v1/addresses/check' },
  checkScreening: { method: 'POST', path: '/v1/screening/check' },
  closeBooks: { method: 'POST', path: '/v1/books/close' },
  closeException: { method: 'POST', path: '/v1/purchase-requests/{request_id}/close-exception' },
  confirmFounding: { method: 'POST', path: '/v1/founding/confirmations' },
  confirmOtp: { method: 'POST', path: '/v1/auth/otp/confirm' },
  confirmTransfer: { method: 'POST', path: '/v1/transfers/{transfer_id}/confirm' },
  cookieRefresh: { method: 'POST', path: '/v1/jwt/refresh', open: true },
  correctPurchaseRequest: { method: 'PATCH', path: '/v1/purchase-requests/{request_id}' },
  createAcquisition: { method: 'POST', path: '/v1/treasury/acquisitions', keyed: true },
  createAdministrator: { method: 'POST', path: '/v1/administrators', keyed: true },
  createApiKey: { method: 'POST', path: '/v1/api-keys', keyed: true },
  createDelivery: { method: 'POST', path: '/v1/purchase-requests/{request_id}/deliveries', keyed: true },
  createDeskCompany: { method: 'POST', path: '/v1/desk/companies', keyed: true },
  createDocumentComment: { method: 'POST', path: '/v1/organizations/{organization_id}/documents/{kind}/comments', keyed: true },
  createEntry: { method: 'POST', path: '/v1/books/entries', keyed: true },
  createOrganization: { method: 'POST', path: '/v1/organizations', keyed: true },
  createOrganizationComment: { method: 'POST', path: '/v1/organizations/{organization_id}/comments', keyed: true },
  createOrganizationPerson: { method: 'POST', path: '/v1/organizations/{organization_id}/people', keyed: true },
  createPayment: { method: 'POST', path: '/v1/purchase-requests/{request_id}/payments', keyed: true },
  createPaymentFile: { method: 'POST', path: '/v1/payment-files', keyed: true },
  createPostingRule: { method: 'POST', path: '/v1/posting-rules', keyed: true },
  createPurchaseRequest: { method: 'POST', path: '/v1/purchase-requests', keyed: true },
  createPurchaseRequestComment: { method: 'POST', path: '/v1/purchase-requests/{request_id}/comments', keyed: true },
  createQuote: { method: 'POST', path: '/v1/purchase-requests/{request_id}/quotes', keyed: true },
  createRefund: { method: 'POST', path: '/v1/purchase-requests/{request_id}/refunds', keyed: true },
  createTransfer: { method: 'POST', path: '/v1/transfers', keyed: true },
  createTransferBatch: { method: 'POST', path: '/v1/transfer-batches', keyed: true },
  createView: { method: 'POST', path: '/v1/views', keyed: true },
  createWallets: { method: 'POST', path: '/v1/organizations/{organization_id}/wallets/create', keyed: true },
  createWebhook: { method: 'POST', path: '/v1/webhooks', keyed: true },
  decideScreeningHit: { method: 'PATCH', path: '/v1/screening/hits/{hit_id}' },
  deleteOrganizationPerson: { method: 'DELETE', path: '/v1/organizations/{organization_id}/people/{person_id}' },
  deletePostingRule: { method: 'DELETE', path: '/v1/posting-rules/{rule_id}' },
  deleteView: { method: 'DELETE', path: '/v1/views/{view_id}' },
  deleteWebhook: { method: 'DELETE', path: '/v1/webhooks/{webhook_id}' },
  disableAdministrator: { method: 'POST', path: '/v1/administrators/{administrator_id}/disable' },
  disableOtp: { method: 'POST', path: '/v1/auth/otp/disable' },
  downloadPaymentFile: { method: 'GET', path: '/v1/payment-files/{file_id}/content', repeatable: true, raw: true },
  enableAdministrator: { method: 'POST', path: '/v1/administrators/{administrator_id}/enable' },
  enrolOtp: { method: 'POST', path: '/v1/auth/otp/enrol' },
  explainStatement: { method: 'POST', path: '/v1/statements/{statement_id}/explain' },
  exportAcquisitions: { method: 'GET', path: '/v1/exports/acquisitions', repeatable: true, raw: true },
  exportAddresses: { method: 'GET', path: '/v1/exports/addresses', repeatable: true, raw: true },
  exportAdministrators: { method: 'GET', path: '/v1/exports/administrators', repeatable: true, raw: true },
  exportAnnouncedLines: { method: 'GET', path: '/v1/exports/announced-lines', repeatable: true, raw: true },
  exportApprovals: { method: 'GET', path: '/v1/exports/approvals', repeatable: true, raw: true },
  exportAuditEvents: { method: 'GET', path: '/v1/audit-events/export', repeatable: true, raw: true },
  exportAuditTable: { method: 'GET', path: '/v1/exports/audit-events', repeatable: true, raw: true },
  exportBooks: { method: 'GET', path: '/v1/books/export', repeatable: true, raw: true },
  exportChainLines: { method: 'GET', path: '/v1/exports/chain-lines', repeatable: true, raw: true },
  exportCredits: { method: 'GET', path: '/v1/exports/credits', repeatable: true, raw: true },
  exportDocuments: { method: 'GET', path: '/v1/exports/documents', repeatable: true, raw: true },
  exportEntries: { method: 'GET', path: '/v1/exports/book-entries', repeatable: true, raw: true },
  exportHits: { method: 'GET', path: '/v1/exports/hits', repeatable: true, raw: true },
  exportJournal: { method: 'GET', path: '/v1/books/journal', repeatable: true, raw: true },
  exportOrganizations: { method: 'GET', path: '/v1/exports/organizations', repeatable: true, raw: true },
  exportPaymentFiles: { method: 'GET', path: '/v1/exports/payment-files', repeatable: true, raw: true },
  exportPayments: { method: 'GET', path: '/v1/exports/payments', repeatable: true, raw: true },
  exportPurchaseRequests: { method: 'GET', path: '/v1/exports/purchase-requests', repeatable: true, raw: true },
  exportRates: { method: 'GET', path: '/v1/exports/rates', repeatable: true, raw: true },
  exportResults: { method: 'GET', path: '/v1/reports/results/file', repeatable: true, raw: true },
  exportScreening: { method: 'GET', path: '/v1/screening/export', repeatable: true, raw: true },
  exportStatementLines: { method: 'GET', path: '/v1/exports/statement-lines', repeatable: true, raw: true },
  exportTransfer: { method: 'GET', path: '/v1/transfers/{transfer_id}/export', repeatable: true, raw: true },
  exportTransferBatches: { method: 'GET', path: '/v1/exports/transfer-batches', repeatable: true, raw: true },
  exportTransfers: { method: 'GET', path: '/v1/exports/transfers', repeatable: true, raw: true },
  exportTrialBalance: { method: 'GET', path: '/v1/books/trial-balance/file', repeatable: true, raw: true },
  exportWallets: { method: 'GET', path: '/v1/exports/wallets', repeatable: true, raw: true },
  exportWebhookDeliveries: { method: 'GET', path: '/v1/exports/webhook-deliveries', repeatable: true, raw: true },
  filterDocuments: { method: 'GET', path: '/v1/lists/documents', repeatable: true },
  filterDocumentsTotals: { method: 'GET', path: '/v1/lists/documents/totals', repeatable: true },
  filterOrganizations: { method: 'GET', path: '/v1/lists/organizations', repeatable: true },
  filterOrganizationsTotals: { method: 'GET', path: '/v1/lists/organizations/totals', repeatable: true },
  filterPayments: { method: 'GET', path: '/v1/lists/payments', repeatable: true },
  filterPaymentsTotals: { method: 'GET', path: '/v1/lists/payments/totals', repeatable: true },
  filterPurchaseRequests: { method: 'GET', path: '/v1/lists/purchase-requests', repeatable: true },
  filterPurchaseRequestsTotals: { method: 'GET', path: '/v1/lists/purchase-requests/totals', repeatable: true },
  filterWallets: { method: 'GET', path: '/v1/wallets', repeatable: true },
  filterWalletsTotals: { method: 'GET', path: '/v1/wallets/totals', repeatable: true },
  filterWebhookDeliveries: { method: 'GET', path: '/v1/lists/webhook-deliveries', repeatable: true },
  filterWebhookDeliveriesTotals: { method: 'GET', path: '/v1/lists/webhook-deliveries/totals', repeatable: true },
  findOrganizationByExternalId: { method: 'GET', path: '/v1/organizations/by-external-id', repeatable: true },
  findPaper: { method: 'GET', path: '/v1/papers/{paper_id}', repeatable: true },
  findPurchaseRequestByExternalId: { method: 'GET', path: '/v1/purchase-requests/by-external-id', repeatable: true },
  findPurchaseRequestByNumber: { method: 'GET', path: '/v1/purchase-requests/by-number', repeatable: true },
  getBankDetailsDocument: { method: 'GET', path: '/v1/organizations/{organization_id}/documents/bank-details', repeatable: true },
  getCharterDocument: { method: 'GET', path: '/v1/organizations/{organization_id}/documents/charter', repeatable: true },
  getDocumentContent: { method: 'GET', path: '/v1/organizations/{organization_id}/documents/{kind}/content', open: true, repeatable: true, raw: true },
  getInnCertificateDocument: { method: 'GET', path: '/v1/organizations/{organization_id}/documents/inn-certificate', repeatable: true },
  getKycRepresentativeDocument: { method: 'GET', path: '/v1/organizations/{organization_id}/documents/kyc-representative', repeatable: true },
  getOgrnCertificateDocument: { method: 'GET', path: '/v1/organizations/{organization_id}/documents/ogrn-certificate', repeatable: true },
  getOtherDocument: { method: 'GET', path: '/v1/organizations/{organization_id}/documents/other', repeatable: true },
  getPowerOfAttorneyDocument: { method: 'GET', path: '/v1/organizations/{organization_id}/documents/power-of-attorney', repeatable: true },
  importBanks: { method: 'POST', path: '/v1/banks/import', multipart: true },
  importChainStatement: { method: 'POST', path: '/v1/treasury/chain-statements', multipart: true },
  importPartyRegister: { method: 'POST', path: '/v1/party-register/imports', multipart: true },
  importRates: { method: 'POST', path: '/v1/rates/import', multipart: true },
  importScreeningList: { method: 'POST', path: '/v1/screening/lists', keyed: true, multipart: true },
  importStatement: { method: 'POST', path: '/v1/statements', keyed: true, multipart: true },
  issuePaper: { method: 'POST', path: '/v1/purchase-requests/{request_id}/papers', keyed: true },
  listAcquisitions: { method: 'GET', path: '/v1/treasury/acquisitions', repeatable: true },
  listAcquisitionsTotals: { method: 'GET', path: '/v1/treasury/acquisitions/totals', repeatable: true },
  listAddresses: { method: 'GET', path: '/v1/organizations/{organization_id}/addresses', repeatable: true },
  listAdministratorNames: { method: 'GET', path: '/v1/administrators/names', repeatable: true },
  listAdministrators: { method: 'GET', path: '/v1/administrators', repeatable: true },
  listAnnouncedLines: { method: 'GET', path: '/v1/announced-lines', repeatable: true },
  listAnnouncedLinesTotals: { method: 'GET', path: '/v1/announced-lines/totals', repeatable: true },
  listApiKeys: { method: 'GET', path: '/v1/api-keys', repeatable: true },
  listApprovals: { method: 'GET', path: '/v1/approvals', repeatable: true },
  listApprovalsTotals: { method: 'GET', path: '/v1/approvals/totals', repeatable: true },
  listAuditEvents: { method: 'GET', path: '/v1/audit-events', repeatable: true },
  listBalances: { method: 'GET', path: '/v1/balances', repeatable: true },
  listBankAccounts: { method: 'GET', path: '/v1/books/bank-accounts', repeatable: true },
  listCertainMatches: { method: 'GET', path: '/v1/statement-lines/certain', repeatable: true },
  listChainLines: { method: 'GET', path: '/v1/treasury/chain-lines', repeatable: true },
  listChainLinesTotals: { method: 'GET', path: '/v1/treasury/chain-lines/totals', repeatable: true },
  listChanges: { method: 'GET', path: '/v1/changes', repeatable: true },
  listCreditRefunds: { method: 'GET', path: '/v1/credits/{credit_id}/refunds', repeatable: true },
  listCredits: { method: 'GET', path: '/v1/credits', repeatable: true },
  listCreditsTotals: { method: 'GET', path: '/v1/credits/totals', repeatable: true },
  listDeliveries: { method: 'GET', path: '/v1/purchase-requests/{request_id}/deliveries', repeatable: true },
  listDeliverySources: { method: 'GET', path: '/v1/purchase-requests/{request_id}/sources', repeatable: true },
  listDeskCompanies: { method: 'GET', path: '/v1/desk/companies', repeatable: true },
  listDocumentComments: { method: 'GET', path: '/v1/organizations/{organization_id}/documents/{kind}/comments', repeatable: true },
  listDocumentVersions: { method: 'GET', path: '/v1/organizations/{organization_id}/documents/{kind}/versions', repeatable: true },
  listDocuments: { method: 'GET', path: '/v1/organizations/{organization_id}/documents', repeatable: true },
  listEntries: { method: 'GET', path: '/v1/books/entries', repeatable: true },
  listEntriesTotals: { method: 'GET', path: '/v1/books/entries/totals', repeatable: true },
  listExpiringDocuments: { method: 'GET', path: '/v1/work/expiring-documents', repeatable: true },
  listExpiringQuotes: { method: 'GET', path: '/v1/work/quotes', repeatable: true },
  listIncomingPayments: { method: 'GET', path: '/v1/organizations/{organization_id}/wallets/incoming', repeatable: true },
  listLinesOfStatement: { method: 'GET', path: '/v1/statements/{statement_id}/lines', repeatable: true },
  listNewOrganizations: { method: 'GET', path: '/v1/work/new-organizations', repeatable: true },
  listOrganizationComments: { method: 'GET', path: '/v1/organizations/{organization_id}/comments', repeatable: true },
  listOrganizationPeople: { method: 'GET', path: '/v1/organizations/{organization_id}/people', repeatable: true },
  listOrganizations: { method: 'GET', path: '/v1/organizations', repeatable: true },
  listPapers: { method: 'GET', path: '/v1/purchase-requests/{request_id}/papers', repeatable: true },
  listPasskeys: { method: 'GET', path: '/v1/account/passkeys', repeatable: true },
  listPaymentFiles: { method: 'GET', path: '/v1/payment-files', repeatable: true },
  listPaymentFilesTotals: { method: 'GET', path: '/v1/payment-files/totals', repeatable: true },
  listPayments: { method: 'GET', path: '/v1/purchase-requests/{request_id}/payments', repeatable: true },
  listPostingRules: { method: 'GET', path: '/v1/posting-rules', repeatable: true },
  listPurchaseRequestComments: { method: 'GET', path: '/v1/purchase-requests/{request_id}/comments', repeatable: true },
  listPurchaseRequestHistory: { method: 'GET', path: '/v1/purchase-requests/{request_id}/history', repeatable: true },
  listPurchaseRequests: { method: 'GET', path: '/v1/purchase-requests', repeatable: true },
  listQuotes: { method: 'GET', path: '/v1/purchase-requests/{request_id}/quotes', repeatable: true },
  listRates: { method: 'GET', path: '/v1/rates', repeatable: true },
  listRatesTotals: { method: 'GET', path: '/v1/rates/totals', repeatable: true },
  listRefunds: { method: 'GET', path: '/v1/purchase-requests/{request_id}/refunds', repeatable: true },
  listRefundsToPay: { method: 'GET', path: '/v1/refunds-to-pay', repeatable: true },
  listReports: { method: 'GET', path: '/v1/reports', repeatable: true },
  listScreeningHits: { method: 'GET', path: '/v1/screening/hits', repeatable: true },
  listScreeningHitsTotals: { method: 'GET', path: '/v1/screening/hits/totals', repeatable: true },
  listSessions: { method: 'GET', path: '/v1/sessions', repeatable: true },
  listStatementLines: { method: 'GET', path: '/v1/statement-lines', repeatable: true },
  listStatementLinesTotals: { method: 'GET', path: '/v1/statement-lines/totals', repeatable: true },
  listStatements: { method: 'GET', path: '/v1/statements', repeatable: true },
  listTransferBatches: { method: 'GET', path: '/v1/transfer-batches', repeatable: true },
  listTransferBatchesTotals: { method: 'GET', path: '/v1/transfer-batches/totals', repeatable: true },
  listTransfers: { method: 'GET', path: '/v1/transfers', repeatable: true },
  listTransfersTotals: { method: 'GET', path: '/v1/transfers/totals', repeatable: true },
  listViews: { method: 'GET', path: '/v1/views', repeatable: true },
  listWaitingApprovals: { method: 'GET', path: '/v1/work/approvals', repeatable: true },
  listWaitingChainLines: { method: 'GET', path: '/v1/work/chain-lines', repeatable: true },
  listWaitingCredits: { method: 'GET', path: '/v1/work/credits', repeatable: true },
  listWaitingDocuments: { method: 'GET', path: '/v1/work/documents', repeatable: true },
  listWaitingExceptions: { method: 'GET', path: '/v1/work/exceptions', repeatable: true },
  listWaitingHits: { method: 'GET', path: '/v1/work/hits', repeatable: true },
  listWaitingKyb: { method: 'GET', path: '/v1/work/kyb', repeatable: true },
  listWaitingPayers: { method: 'GET', path: '/v1/work/payers', repeatable: true },
  listWaitingPayments: { method: 'GET', path: '/v1/work/payments', repeatable: true },
  listWaitingRequests: { method: 'GET', path: '/v1/work/requests', repeatable: true },
  listWaitingStatements: { method: 'GET', path: '/v1/work/statements', repeatable: true },
  listWalletBalances: { method: 'GET', path: '/v1/organizations/{organization_id}/wallets/balances', repeatable: true },
  listWalletGenerations: { method: 'GET', path: '/v1/organizations/{organization_id}/wallets/generations', repeatable: true },
  listWalletMovements: { method: 'GET', path: '/v1/wallets/{wallet_id}/movements', repeatable: true },
  listWallets: { method: 'GET', path: '/v1/organizations/{organization_id}/wallets', repeatable: true },
  listWebhookDeliveries: { method: 'GET', path: '/v1/webhooks/{webhook_id}/deliveries', repeatable: true },
  listWebhooks: { method: 'GET', path: '/v1/webhooks', repeatable: true },
  login: { method: 'POST', path: '/v1/auth/login', open: true },
  logout: { method: 'POST', path: '/v1/auth/logout', open: true },
  makeReconciliationAct: { method: 'GET', path: '/v1/organizations/{organization_id}/reconciliation-act', repeatable: true, raw: true },
  matchChainLine: { method: 'POST', path: '/v1/treasury/chain-lines/{line_id}/match' },
  matchStatementLine: { method: 'POST', path: '/v1/statement-lines/{line_id}/match' },
  me: { method: 'GET', path: '/v1/auth/me', repeatable: true },
  moveSurplus: { method: 'POST', path: '/v1/purchase-requests/{request_id}/move-surplus', keyed: true },
  passkeyOptions: { method: 'POST', path: '/v1/account/passkeys/options' },
  passkeySignIn: { method: 'POST', path: '/v1/auth/passkey/verify', open: true },
  passkeySignInOptions: { method: 'POST', path: '/v1/auth/passkey/options', open: true },
  passkeySignatureOptions: { method: 'POST', path: '/v1/account/passkeys/signature-options' },
  postChainFee: { method: 'POST', path: '/v1/treasury/chain-lines/{line_id}/post-fee' },
  postChainMove: { method: 'POST', path: '/v1/treasury/chain-lines/{line_id}/post-move' },
  postStatementLine: { method: 'POST', path: '/v1/statement-lines/{line_id}/post' },
  previewPolicy: { method: 'POST', path: '/v1/policy/preview' },
  proposeFounding: { method: 'POST', path: '/v1/founding' },
  putBankDetailsDocument: { method: 'PUT', path: '/v1/organizations/{organization_id}/documents/bank-details', repeatable: true, multipart: true },
  putCharterDocument: { method: 'PUT', path: '/v1/organizations/{organization_id}/documents/charter', repeatable: true, multipart: true },
  putInnCertificateDocument: { method: 'PUT', path: '/v1/organizations/{organization_id}/documents/inn-certificate', repeatable: true, multipart: true },
  putKycRepresentativeDocument: { method: 'PUT', path: '/v1/organizations/{organization_id}/documents/kyc-representative', repeatable: true, multipart: true },
  putOgrnCertificateDocument: { method: 'PUT', path: '/v1/organizations/{organization_id}/documents/ogrn-certificate', repeatable: true, multipart: true },
  putOtherDocument: { method: 'PUT', path: '/v1/organizations/{organization_id}/documents/other', repeatable: true, multipart: true },
  putPowerOfAttorneyDocument: { method: 'PUT', path: '/v1/organizations/{organization_id}/documents/power-of-attorney', repeatable: true, multipart: true },
  readAcquisition: { method: 'GET', path: '/v1/treasury/acquisitions/{acquisition_id}', repeatable: true },
  readAddress: { method: 'GET', path: '/v1/organizations/{organization_id}/addresses/{address_id}', repeatable: true },
  readAdministrator: { method: 'GET', path: '/v1/administrators/{administrator_id}', repeatable: true },
  readAllNotices: { method: 'POST', path: '/v1/inbox/read' },
  readApiKey: { method: 'GET', path: '/v1/api-keys/{api_key_id}', repeatable: true },
  readApproval: { method: 'GET', path: '/v1/approvals/{approval_id}', repeatable: true },
  readBank: { method: 'GET', path: '/v1/banks/{bik}', repeatable: true },
  readBankRegister: { method: 'GET', path: '/v1/banks', repeatable: true },
  readChainLine: { method: 'GET', path: '/v1/treasury/chain-lines/{line_id}', repeatable: true },
  readChainStatements: { method: 'GET', path: '/v1/treasury/chain-statements', repeatable: true },
  readClientContract: { method: 'GET', path: '/v1/organizations/{organization_id}/contract', repeatable: true },
  readClose: { method: 'GET', path: '/v1/books/close', repeatable: true },
  readCommentAttachment: { method: 'GET', path: '/v1/organizations/{organization_id}/comment-attachments/{attachment_id}', repeatable: true, raw: true },
  readCredit: { method: 'GET', path: '/v1/credits/{credit_id}', repeatable: true },
  readCreditRefund: { method: 'GET', path: '/v1/credits/{credit_id}/refunds/{refund_id}', repeatable: true },
  readDaily: { method: 'GET', path: '/v1/reports/daily', repeatable: true },
  readDelivery: { method: 'GET', path: '/v1/purchase-requests/{request_id}/deliveries/{delivery_id}', repeatable: true },
  readDeliveryProgress: { method: 'GET', path: '/v1/purchase-requests/{request_id}/on-the-way', repeatable: true },
  readDeskCompany: { method: 'GET', path: '/v1/desk/companies/{company_id}', repeatable: true },
  readDocument: { method: 'GET', path: '/v1/documents/{document_id}', repeatable: true },
  readDocumentsAgeing: { method: 'GET', path: '/v1/reports/documents-ageing', repeatable: true },
  readEntry: { method: 'GET', path: '/v1/books/entries/{entry_id}', repeatable: true },
  readFounding: { method: 'GET', path: '/v1/founding', repeatable: true },
  readFunnel: { method: 'GET', path: '/v1/reports/funnel', repeatable: true },
  readGenerationMnemonic: { method: 'GET', path: '/v1/organizations/{organization_id}/wallets/generations/{generation}/mnemonic' },
  readIdentityDocument: { method: 'GET', path: '/v1/organizations/{organization_id}/people/{person_id}/identity-document', repeatable: true },
  readInbox: { method: 'GET', path: '/v1/inbox', repeatable: true },
  readKybAgeing: { method: 'GET', path: '/v1/reports/kyb-ageing', repeatable: true },
  readKybChecklist: { method: 'GET', path: '/v1/organizations/{organization_id}/kyb-checklist', repeatable: true },
  readLedger: { method: 'GET', path: '/v1/books/ledger', repeatable: true },
  readLink: { method: 'POST', path: '/v1/auth/link', open: true },
  readMnemonic: { method: 'GET', path: '/v1/organizations/{organization_id}/wallets/mnemonic' },
  readNotice: { method: 'POST', path: '/v1/inbox/{notice_id}/read' },
  readNotificationSettings: { method: 'GET', path: '/v1/account/notifications', repeatable: true },
  readOrganization: { method: 'GET', path: '/v1/organizations/{organization_id}', repeatable: true },
  readOrganizationPerson: { method: 'GET', path: '/v1/organizations/{organization_id}/people/{person_id}', repeatable: true },
  readOrganizationScreening: { method: 'GET', path: '/v1/organizations/{organization_id}/screening', repeatable: true },
  readOverview: { method: 'GET', path: '/v1/overview', repeatable: true },
  readPaper: { method: 'GET', path: '/v1/purchase-requests/{request_id}/papers/{paper_id}', repeatable: true },
  readPaperContent: { method: 'GET', path: '/v1/purchase-requests/{request_id}/papers/{paper_id}/content', repeatable: true, raw: true },
  readPartyRegister: { method: 'GET', path: '/v1/party-register', repeatable: true },
  readPasskey: { method: 'GET', path: '/v1/account/passkeys/{passkey_id}', repeatable: true },
  readPayment: { method: 'GET', path: '/v1/purchase-requests/{request_id}/payments/{payment_id}', repeatable: true },
  readPaymentFile: { method: 'GET', path: '/v1/payment-files/{file_id}', repeatable: true },
  readPlan: { method: 'GET', path: '/v1/books/plan', repeatable: true },
  readPolicy: { method: 'GET', path: '/v1/policy', repeatable: true },
  readPosition: { method: 'GET', path: '/v1/treasury/position', repeatable: true },
  readPositionHistory: { method: 'GET', path: '/v1/treasury/position/history', repeatable: true },
  readPostingRule: { method: 'GET', path: '/v1/posting-rules/{rule_id}', repeatable: true },
  readPurchaseRequest: { method: 'GET', path: '/v1/purchase-requests/{request_id}', repeatable: true },
  readPurchaseRequestNextSteps: { method: 'GET', path: '/v1/purchase-requests/{request_id}/next-steps', repeatable: true },
  readQuote: { method: 'GET', path: '/v1/purchase-requests/{request_id}/quotes/{quote_id}', repeatable: true },
  readRate: { method: 'GET', path: '/v1/rates/{rate_id}', repeatable: true },
  readRateInForce: { method: 'GET', path: '/v1/rates/in-force', repeatable: true },
  readRefund: { method: 'GET', path: '/v1/purchase-requests/{request_id}/refunds/{refund_id}', repeatable: true },
  readRequestResult: { method: 'GET', path: '/v1/purchase-requests/{request_id}/result', repeatable: true },
  readResults: { method: 'GET', path: '/v1/reports/results', repeatable: true },
  readRevaluation: { method: 'GET', path: '/v1/books/revaluation', repeatable: true },
  readScreeningHit: { method: 'GET', path: '/v1/screening/hits/{hit_id}', repeatable: true },
  readScreeningStatus: { method: 'GET', path: '/v1/screening', repeatable: true },
  readSecretKeys: { method: 'GET', path: '/v1/organizations/{organization_id}/wallets/secret-keys' },
  readSetup: { method: 'GET', path: '/v1/setup', repeatable: true },
  readSignInMethods: { method: 'GET', path: '/v1/auth/methods', open: true, repeatable: true },
  readSigning: { method: 'GET', path: '/v1/signing', repeatable: true },
  readStatement: { method: 'GET', path: '/v1/statements/{statement_id}', repeatable: true },
  readStatementLine: { method: 'GET', path: '/v1/statement-lines/{line_id}', repeatable: true },
  readTimeInStatus: { method: 'GET', path: '/v1/reports/time-in-status', repeatable: true },
  readTransfer: { method: 'GET', path: '/v1/transfers/{transfer_id}', repeatable: true },
  readTransferBatch: { method: 'GET', path: '/v1/transfer-batches/{batch_id}', repeatable: true },
  readTrialBalance: { method: 'GET', path: '/v1/books/trial-balance', repeatable: true },
  readVault: { method: 'GET', path: '/v1/vault', repeatable: true },
  readView: { method: 'GET', path: '/v1/views/{view_id}', repeatable: true },
  readVolumes: { method: 'GET', path: '/v1/reports/volumes', repeatable: true },
  readWallet: { method: 'GET', path: '/v1/wallets/{wallet_id}', repeatable: true },
  readWebhook: { method: 'GET', path: '/v1/webhooks/{webhook_id}', repeatable: true },
  readWebhookDelivery: { method: 'GET', path: '/v1/webhooks/{webhook_id}/deliveries/{delivery_id}', repeatable: true },
  readWebhookDeliveryState: { method: 'GET', path: '/v1/webhook-delivery', repeatable: true },
  readWork: { method: 'GET', path: '/v1/work', repeatable: true },
  reauthenticate: { method: 'POST', path: '/v1/auth/reauthenticate' },
  reauthenticationOptions: { method: 'POST', path: '/v1/auth/reauthenticate/options' },
  reconcileAccount: { method: 'GET', path: '/v1/books/reconciliation', repeatable: true },
  redeliverWebhook: { method: 'POST', path: '/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver' },
  refresh: { method: 'POST', path: '/v1/auth/refresh', open: true },
  refundCredit: { method: 'POST', path: '/v1/credits/{credit_id}/refund' },
  releaseTransfer: { method: 'POST', path: '/v1/transfers/{transfer_id}/release' },
  removeAddress: { method: 'DELETE', path: '/v1/organizations/{organization_id}/addresses/{address_id}' },
  removePasskey: { method: 'DELETE', path: '/v1/account/passkeys/{passkey_id}' },
  removeRate: { method: 'DELETE', path: '/v1/rates/{rate_id}' },
  renamePasskey: { method: 'PATCH', path: '/v1/account/passkeys/{passkey_id}' },
  reopenBooks: { method: 'POST', path: '/v1/books/reopen' },
  reopenChainLine: { method: 'POST', path: '/v1/treasury/chain-lines/{line_id}/reopen' },
  reopenStatementLine: { method: 'POST', path: '/v1/statement-lines/{line_id}/reopen' },
  replaceWallets: { method: 'POST', path: '/v1/organizations/{organization_id}/wallets/replace', keyed: true },
  resetAdministrator: { method: 'POST', path: '/v1/administrators/{administrator_id}/reset' },
  resumeApiKey: { method: 'POST', path: '/v1/api-keys/{api_key_id}/resume' },
  revalueBooks: { method: 'POST', path: '/v1/books/revalue' },
  reverseAcquisition: { method: 'POST', path: '/v1/treasury/acquisitions/{acquisition_id}/reverse' },
  reverseCreditRefund: { method: 'POST', path: '/v1/credits/{credit_id}/refunds/{refund_id}/reverse' },
  reverseDelivery: { method: 'POST', path: '/v1/purchase-requests/{request_id}/deliveries/{delivery_id}/reverse' },
  reverseEntry: { method: 'POST', path: '/v1/books/entries/{entry_id}/reverse' },
  reversePayment: { method: 'POST', path: '/v1/purchase-requests/{request_id}/payments/{payment_id}/reverse' },
  reverseRefund: { method: 'POST', path: '/v1/purchase-requests/{request_id}/refunds/{refund_id}/reverse' },
  reviewDocument: { method: 'PATCH', path: '/v1/organizations/{organization_id}/documents/{kind}/review' },
  revokeApiKey: { method: 'DELETE', path: '/v1/api-keys/{api_key_id}' },
  revokeSession: { method: 'DELETE', path: '/v1/sessions/{session_id}' },
  rotateWebhookSecret: { method: 'POST', path: '/v1/webhooks/{webhook_id}/rotate-secret' },
  search: { method: 'GET', path: '/v1/search', repeatable: true },
  searchParties: { method: 'GET', path: '/v1/organizations/search', repeatable: true },
  setAsideChainLine: { method: 'POST', path: '/v1/treasury/chain-lines/{line_id}/set-aside' },
  setAsideStatementLine: { method: 'POST', path: '/v1/statement-lines/{line_id}/set-aside' },
  setClientContract: { method: 'PUT', path: '/v1/organizations/{organization_id}/contract', repeatable: true },
  setPassword: { method: 'POST', path: '/v1/auth/set-password', open: true },
  setPlan: { method: 'PUT', path: '/v1/books/plan', repeatable: true },
  setRate: { method: 'PUT', path: '/v1/rates', repeatable: true },
  signTransfer: { method: 'POST', path: '/v1/transfers/{transfer_id}/sign' },
  signTransferBatch: { method: 'POST', path: '/v1/transfer-batches/{batch_id}/sign' },
  startSigning: { method: 'POST', path: '/v1/signing/start' },
  stopSigning: { method: 'POST', path: '/v1/signing/stop' },
  streamEvents: { method: 'GET', path: '/v1/events', repeatable: true, raw: true },
  testWebhook: { method: 'POST', path: '/v1/webhooks/{webhook_id}/test' },
  topUpWallet: { method: 'POST', path: '/v1/wallets/{wallet_id}/top-up', keyed: true },
  unpostChainFee: { method: 'POST', path: '/v1/treasury/chain-lines/{line_id}/unpost-fee' },
  unpostStatementLine: { method: 'POST', path: '/v1/statement-lines/{line_id}/unpost' },
  updateAdministrator: { method: 'PATCH', path: '/v1/administrators/{administrator_id}' },
  updateDeskCompany: { method: 'PATCH', path: '/v1/desk/companies/{company_id}' },
  updateNotificationSettings: { method: 'PATCH', path: '/v1/account/notifications' },
  updateOrganization: { method: 'PATCH', path: '/v1/organizations/{organization_id}' },
  updateOrganizationPerson: { method: 'PATCH', path: '/v1/organizations/{organization_id}/people/{person_id}' },
  updatePolicy: { method: 'PUT', path: '/v1/policy', repeatable: true },
  updatePurchaseRequestStatus: { method: 'PATCH', path: '/v1/purchase-requests/{request_id}/status' },
  updateSetupStep: { method: 'PUT', path: '/v1/setup/{step}', repeatable: true },
  updateView: { method: 'PATCH', path: '/v1/views/{view_id}' },
  updateWebhook: { method: 'PATCH', path: '/v1/webhooks/{webhook_id}' },
  updateWebhookDeliveryState: { method: 'PATCH', path: '/v1/webhook-delivery' },
  uploadCommentAttachment: { method: 'POST', path: '/v1/organizations/{organization_id}/comment-attachments', keyed: true, multipart: true },
  verifyAuditEvents: { method: 'GET', path: '/v1/audit-events/verification', repeatable: true },
  voidPaper: { method: 'POST', path: '/v1/purchase-requests/{request_id}/papers/{paper_id}/void' },
  voidPaymentFile: { method: 'POST', path: '/v1/payment-files/{file_id}/void' },
  voteOnApproval: { method: 'POST', path: '/v1/approvals/{approval_id}/votes' },
  withdrawApproval: { method: 'POST', path: '/v1/approvals/{approval_id}/withdraw' },
  withdrawFounding: { method: 'DELETE', path: '/v1/founding' },
}
