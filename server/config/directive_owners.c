/* SPDX-License-Identifier: Apache-2.0 */
/*
 * directive_owners - which module of Apache 2.4, or of a package for it, has
 * which directive, as their own tables say. Longer than other files: data.
 */
#include "config/suggest.h"

/* clang-format off */
const pn_directive_owner_t pn_directive_owners[] = {
    { "access_compat_module", NULL,
      "order allow deny Satisfy" },
    { "actions_module", NULL,
      "Action Script" },
    { "alias_module", NULL,
      "Alias ScriptAlias Redirect AliasMatch ScriptAliasMatch "
      "RedirectMatch RedirectTemp RedirectPermanent RedirectRelative "
      "AliasPreservePath" },
    { "allowmethods_module", NULL,
      "AllowMethods" },
    { "auth_basic_module", NULL,
      "AuthBasicProvider AuthBasicAuthoritative AuthBasicFake "
      "AuthBasicUseDigestAlgorithm" },
    { "auth_digest_module", NULL,
      "AuthDigestProvider AuthDigestQop AuthDigestNonceLifetime "
      "AuthDigestNcCheck AuthDigestAlgorithm AuthDigestDomain "
      "AuthDigestShmemSize" },
    { "auth_form_module", NULL,
      "AuthFormProvider AuthFormUsername AuthFormPassword "
      "AuthFormLocation AuthFormMethod AuthFormMimetype AuthFormBody "
      "AuthFormSize AuthFormLoginRequiredLocation "
      "AuthFormLoginSuccessLocation AuthFormLogoutLocation "
      "AuthFormSitePassphrase AuthFormAuthoritative AuthFormFakeBasicAuth "
      "AuthFormDisableNoStore" },
    { "authn_anon_module", NULL,
      "Anonymous Anonymous_MustGiveEmail Anonymous_NoUserId "
      "Anonymous_VerifyEmail Anonymous_LogEmail" },
    { "authn_core_module", NULL,
      "AuthType AuthName <AuthnProviderAlias" },
    { "authn_dbd_module", NULL,
      "AuthDBDUserPWQuery AuthDBDUserRealmQuery" },
    { "authn_dbm_module", NULL,
      "AuthDBMUserFile AuthDBMType" },
    { "authn_file_module", NULL,
      "AuthUserFile" },
    { "authn_socache_module", NULL,
      "AuthnCacheSOCache AuthnCacheEnable AuthnCacheProvideFor "
      "AuthnCacheTimeout AuthnCacheContext" },
    { "authnz_fcgi_module", NULL,
      "AuthnzFcgiDefineProvider AuthnzFcgiCheckAuthnProvider" },
    { "authnz_ldap_module", NULL,
      "AuthLDAPURL AuthLDAPBindDN AuthLDAPBindPassword "
      "AuthLDAPBindAuthoritative AuthLDAPRemoteUserIsDN "
      "AuthLDAPRemoteUserAttribute AuthLDAPCompareDNOnServer "
      "AuthLDAPSubGroupAttribute AuthLDAPSubGroupClass "
      "AuthLDAPMaxSubGroupDepth AuthLDAPGroupAttribute "
      "AuthLDAPGroupAttributeIsDN AuthLDAPDereferenceAliases "
      "AuthLDAPCharsetConfig AuthLDAPAuthorizePrefix "
      "AuthLDAPInitialBindAsUser AuthLDAPInitialBindPattern "
      "AuthLDAPSearchAsUser AuthLDAPCompareAsUser" },
    { "authz_core_module", NULL,
      "<AuthzProviderAlias Require <RequireAll <RequireAny <RequireNone "
      "AuthMerging AuthzSendForbiddenOnFailure" },
    { "authz_dbd_module", NULL,
      "AuthzDBDLoginToReferer AuthzDBDQuery AuthzDBDRedirectQuery" },
    { "authz_dbm_module", NULL,
      "AuthDBMGroupFile AuthzDBMType" },
    { "authz_groupfile_module", NULL,
      "AuthGroupFile" },
    { "autoindex_module", NULL,
      "AddIcon AddIconByType AddIconByEncoding AddAlt AddAltByType "
      "AddAltByEncoding IndexOptions IndexOrderDefault IndexIgnore "
      "IndexIgnoreReset AddDescription HeaderName ReadmeName "
      "FancyIndexing DefaultIcon IndexStyleSheet IndexHeadInsert" },
    { "brotli_module", NULL,
      "BrotliFilterNote BrotliCompressionQuality BrotliCompressionWindow "
      "BrotliCompressionMaxInputBlock BrotliAlterETag" },
    { "buffer_module", NULL,
      "BufferSize" },
    { "cache_disk_module", NULL,
      "CacheRoot CacheDirLevels CacheDirLength CacheMinFileSize "
      "CacheMaxFileSize CacheReadSize CacheReadTime" },
    { "cache_module", NULL,
      "CacheEnable CacheDisable CacheMaxExpire CacheMinExpire "
      "CacheDefaultExpire CacheQuickHandler CacheIgnoreNoLastMod "
      "CacheIgnoreCacheControl CacheStoreExpired CacheStorePrivate "
      "CacheStoreNoStore CacheIgnoreHeaders CacheIgnoreQueryString "
      "CacheIgnoreURLSessionIdentifiers CacheLastModifiedFactor CacheLock "
      "CacheLockPath CacheLockMaxAge CacheHeader CacheDetailHeader "
      "CacheKeyBaseURL CacheStaleOnError" },
    { "cache_socache_module", NULL,
      "CacheSocache CacheSocacheMaxTime CacheSocacheMinTime "
      "CacheSocacheMaxSize CacheSocacheReadSize CacheSocacheReadTime" },
    { "case_filter_in_module", NULL,
      "CaseFilterIn" },
    { "case_filter_module", NULL,
      "CaseFilter" },
    { "cern_meta_module", NULL,
      "MetaFiles MetaDir MetaSuffix" },
    { "cgi_module", NULL,
      "ScriptLog ScriptLogLength ScriptLogBuffer CGIScriptTimeout" },
    { "cgid_module", NULL,
      "ScriptLog ScriptLogLength ScriptLogBuffer ScriptSock "
      "CGIDScriptTimeout" },
    { "charset_lite_module", NULL,
      "CharsetSourceEnc CharsetDefault CharsetOptions" },
    { "dav_fs_module", NULL,
      "DAVLockDB" },
    { "dav_lock_module", NULL,
      "DAVGenericLockDB" },
    { "dav_module", NULL,
      "DAV DAVBasePath DAVMinTimeout DAVDepthInfinity DAVLockDiscovery" },
    { "dbd_module", NULL,
      "DBDriver DBDParams DBDPersist DBDPrepareSQL DBDInitSQL DBDMin "
      "DBDKeep DBDMax DBDExptime" },
    { "deflate_module", NULL,
      "DeflateFilterNote DeflateWindowSize DeflateBufferSize "
      "DeflateMemLevel DeflateCompressionLevel "
      "DeflateInflateLimitRequestBody DeflateInflateRatioLimit "
      "DeflateInflateRatioBurst DeflateAlterEtag" },
    { "dialup_module", NULL,
      "ModemStandard" },
    { "dir_module", NULL,
      "FallbackResource DirectoryIndex DirectorySlash "
      "DirectoryCheckHandler DirectoryIndexRedirect" },
    { "dumpio_module", NULL,
      "DumpIOInput DumpIOOutput" },
    { "echo_module", NULL,
      "ProtocolEcho" },
    { "env_module", NULL,
      "PassEnv SetEnv UnsetEnv" },
    { "expires_module", NULL,
      "ExpiresActive ExpiresByType ExpiresDefault" },
    { "ext_filter_module", NULL,
      "ExtFilterOptions ExtFilterDefine" },
    { "file_cache_module", NULL,
      "cachefile mmapfile" },
    { "filter_module", NULL,
      "FilterDeclare FilterProvider FilterChain FilterTrace "
      "AddOutputFilterByType FilterProtocol" },
    { "headers_module", NULL,
      "Header RequestHeader" },
    { "heartbeat_module", NULL,
      "HeartbeatAddress" },
    { "heartmonitor_module", NULL,
      "HeartbeatListen HeartbeatStorage HeartbeatMaxServers" },
    { "http2_module", NULL,
      "H2MaxSessionStreams H2WindowSize H2MinWorkers H2MaxWorkers "
      "H2MaxWorkerIdleSeconds H2StreamMaxMemSize H2SerializeHeaders "
      "H2ModernTLSOnly H2Upgrade H2Direct H2SessionExtraFiles "
      "H2TLSWarmUpSize H2TLSCoolDownSecs H2Push H2PushPriority "
      "H2PushDiarySize H2CopyFiles H2PushResource H2EarlyHints H2Padding "
      "H2OutputBuffering H2StreamTimeout H2MaxDataFrameLen "
      "H2MaxHeaderBlockLen H2MaxStreamErrors H2EarlyHint H2ProxyRequests "
      "H2WebSockets" },
    { "ident_module", NULL,
      "IdentityCheck IdentityCheckTimeout" },
    { "imagemap_module", NULL,
      "ImapMenu ImapDefault ImapBase" },
    { "include_module", NULL,
      "XBitHack SSIErrorMsg SSITimeFormat SSIStartTag SSIEndTag "
      "SSIUndefinedEcho SSILegacyExprParser SSILastModified SSIEtag" },
    { "info_module", NULL,
      "AddModuleInfo" },
    { "lbmethod_heartbeat_module", NULL,
      "HeartbeatStorage" },
    { "ldap_module", NULL,
      "LDAPSharedCacheSize LDAPSharedCacheFile LDAPCacheEntries "
      "LDAPCacheTTL LDAPOpCacheEntries LDAPOpCacheTTL "
      "LDAPTrustedGlobalCert LDAPTrustedClientCert LDAPTrustedMode "
      "LDAPVerifyServerCert LDAPConnectionTimeout LDAPReferrals "
      "LDAPReferralHopLimit LDAPLibraryDebug LDAPTimeout "
      "LDAPConnectionPoolTTL LDAPRetries LDAPRetryDelay" },
    { "log_debug_module", NULL,
      "LogMessage" },
    { "log_forensic_module", NULL,
      "ForensicLog" },
    { "lua_module", NULL,
      "LuaRoot LuaPackagePath LuaPackageCPath LuaAuthzProvider "
      "LuaHookPreTranslateName <LuaHookPreTranslateName "
      "LuaHookTranslateName <LuaHookTranslateName LuaHookFixups "
      "<LuaHookFixups LuaHookMapToStorage <LuaHookMapToStorage "
      "LuaHookCheckUserID <LuaHookCheckUserID LuaHookTypeChecker "
      "<LuaHookTypeChecker LuaHookAccessChecker <LuaHookAccessChecker "
      "LuaHookAuthChecker <LuaHookAuthChecker LuaHookInsertFilter "
      "LuaHookLog LuaScope LuaInherit LuaCodeCache LuaQuickHandler "
      "<LuaQuickHandler Lua_____ByteCodeHack LuaMapHandler "
      "LuaOutputFilter LuaInputFilter" },
    { "macro_module", NULL,
      "<Macro Use UndefMacro MacroIgnoreEmptyArgs MacroIgnoreBadNesting" },
    { "md_module", NULL,
      "MDCertificateAuthority MDCertificateAgreement MDCAChallenges "
      "MDCertificateProtocol MDContactEmail MDDriveMode MDRenewMode "
      "MDomain <MDomainSet <MDomain MDMember MDMembers MDMustStaple "
      "MDPortMap MDPrivateKeys MDHttpProxy MDStoreDir MDRenewWindow "
      "MDRequireHttps MDNotifyCmd MDBaseServer MDChallengeDns01 "
      "MDChallengeDns01Version MDCertificateFile MDCertificateKeyFile "
      "MDServerStatus MDCertificateStatus MDWarnWindow MDMessageCmd "
      "MDStapling MDStapleOthers MDStaplingKeepResponse "
      "MDStaplingRenewWindow MDCertificateCheck MDActivationDelay "
      "MDCACertificateFile MDHttpProxyCACertificateFile "
      "MDExternalAccountBinding MDRetryDelay MDRetryFailover MDStoreLocks "
      "MDMatchNames MDInitialDelay MDCheckInterval MDProfile "
      "MDProfileMandatory MDRenewViaARI" },
    { "mime_magic_module", NULL,
      "MimeMagicFile" },
    { "mime_module", NULL,
      "AddCharset AddEncoding AddHandler AddInputFilter AddLanguage "
      "AddOutputFilter AddType DefaultLanguage MultiviewsMatch "
      "RemoveCharset RemoveEncoding RemoveHandler RemoveInputFilter "
      "RemoveLanguage RemoveOutputFilter RemoveType TypesConfig "
      "ModMimeUsePathInfo" },
    { "mpm_event_module", NULL,
      "ListenBacklog ListenCoresBucketsRatio Listen SendBufferSize "
      "ReceiveBufferSize ListenTCPDeferAccept StartServers ServerLimit "
      "MinSpareThreads MaxSpareThreads MaxClients MaxRequestWorkers "
      "ThreadsPerChild ThreadLimit AsyncRequestWorkerFactor "
      "GracefulShutdownTimeout" },
    { "mpm_prefork_module", NULL,
      "ListenBacklog ListenCoresBucketsRatio Listen SendBufferSize "
      "ReceiveBufferSize ListenTCPDeferAccept StartServers "
      "MinSpareServers MaxSpareServers MaxClients MaxRequestWorkers "
      "ServerLimit GracefulShutdownTimeout" },
    { "mpm_worker_module", NULL,
      "ListenBacklog ListenCoresBucketsRatio Listen SendBufferSize "
      "ReceiveBufferSize ListenTCPDeferAccept StartServers "
      "MinSpareThreads MaxSpareThreads MaxRequestWorkers MaxClients "
      "ThreadsPerChild ServerLimit ThreadLimit GracefulShutdownTimeout" },
    { "negotiation_module", NULL,
      "CacheNegotiatedDocs LanguagePriority ForceLanguagePriority" },
    { "proxy_connect_module", NULL,
      "AllowCONNECT" },
    { "proxy_express_module", NULL,
      "ProxyExpressEnable ProxyExpressDBMFile ProxyExpressDBMType" },
    { "proxy_fcgi_module", NULL,
      "ProxyFCGIBackendType ProxyFCGISetEnvIf" },
    { "proxy_ftp_module", NULL,
      "ProxyFtpListOnWildcard ProxyFtpEscapeWildcards ProxyFtpDirCharset" },
    { "proxy_hcheck_module", NULL,
      "ProxyHCTemplate ProxyHCExpr ProxyHCTPsize" },
    { "proxy_html_module", NULL,
      "ProxyHTMLEvents ProxyHTMLLinks ProxyHTMLURLMap ProxyHTMLDoctype "
      "ProxyHTMLFixups ProxyHTMLMeta ProxyHTMLInterp ProxyHTMLExtended "
      "ProxyHTMLStripComments ProxyHTMLBufSize ProxyHTMLCharsetOut "
      "ProxyHTMLEnable" },
    { "proxy_module", NULL,
      "<Proxy <ProxyMatch ProxyRequests ProxyRemote ProxyRemoteMatch "
      "ProxyPassInterpolateEnv ProxyPass ProxyPassMatch ProxyPassReverse "
      "ProxyPassReverseCookiePath ProxyPassReverseCookieDomain ProxyBlock "
      "ProxyReceiveBufferSize ProxyIOBufferSize ProxyMaxForwards NoProxy "
      "ProxyDomain ProxyVia ProxyErrorOverride ProxyPreserveHost "
      "ProxyTimeout ProxyBadHeader BalancerMember BalancerGrowth "
      "BalancerPersist BalancerInherit ProxyPassInherit ProxyStatus "
      "ProxySet ProxySourceAddress ProxyAddHeaders Proxy100Continue" },
    { "proxy_scgi_module", NULL,
      "ProxySCGISendfile ProxySCGIInternalRedirect" },
    { "proxy_wstunnel_module", NULL,
      "ProxyWebsocketFallbackToProxyHttp" },
    { "reflector_module", NULL,
      "ReflectorHeader" },
    { "remoteip_module", NULL,
      "RemoteIPHeader RemoteIPProxiesHeader RemoteIPTrustedProxy "
      "RemoteIPInternalProxy RemoteIPTrustedProxyList "
      "RemoteIPInternalProxyList RemoteIPProxyProtocol "
      "RemoteIPProxyProtocolExceptions" },
    { "reqtimeout_module", NULL,
      "RequestReadTimeout" },
    { "request_module", NULL,
      "KeptBodySize" },
    { "rewrite_module", NULL,
      "RewriteEngine RewriteOptions RewriteBase RewriteCond RewriteRule "
      "RewriteMap" },
    { "sed_module", NULL,
      "OutputSed InputSed" },
    { "session_cookie_module", NULL,
      "SessionCookieName SessionCookieName2 SessionCookieRemove" },
    { "session_crypto_module", NULL,
      "SessionCryptoPassphrase SessionCryptoPassphraseFile "
      "SessionCryptoCipher SessionCryptoDriver" },
    { "session_dbd_module", NULL,
      "SessionDBDSelectLabel SessionDBDInsertLabel SessionDBDUpdateLabel "
      "SessionDBDDeleteLabel SessionDBDPerUser SessionDBDCookieRemove "
      "SessionDBDCookieName SessionDBDCookieName2" },
    { "session_module", NULL,
      "Session SessionMaxAge SessionHeader SessionEnv SessionInclude "
      "SessionExclude SessionExpiryUpdateInterval" },
    { "setenvif_module", NULL,
      "SetEnvIf SetEnvIfNoCase SetEnvIfExpr BrowserMatch "
      "BrowserMatchNoCase" },
    { "socache_memcache_module", NULL,
      "MemcacheConnTTL" },
    { "socache_redis_module", NULL,
      "RedisConnPoolTTL RedisTimeout" },
    { "speling_module", NULL,
      "CheckSpelling CheckCaseOnly CheckBasenameMatch" },
    { "ssl_module", NULL,
      "SSLPassPhraseDialog SSLSessionCache SSLCryptoDevice SSLRandomSeed "
      "SSLVHostSNIPolicy SSLEngine SSLFIPS SSLCipherSuite "
      "SSLCertificateFile SSLCertificateKeyFile SSLCertificateChainFile "
      "SSLSessionTicketKeyFile SSLCACertificatePath SSLCACertificateFile "
      "SSLCADNRequestPath SSLCADNRequestFile SSLCARevocationPath "
      "SSLCARevocationFile SSLCARevocationCheck SSLVerifyClient "
      "SSLVerifyDepth SSLSessionCacheTimeout SSLProtocol "
      "SSLHonorCipherOrder SSLCompression SSLSessionTickets "
      "SSLInsecureRenegotiation SSLUserName SSLStrictSNIVHostCheck "
      "SSLSRPVerifierFile SSLSRPUnknownUserSeed SSLProxyEngine "
      "SSLProxyProtocol SSLProxyCipherSuite SSLProxyVerify "
      "SSLProxyVerifyDepth SSLProxyCACertificateFile "
      "SSLProxyCACertificatePath SSLProxyCARevocationPath "
      "SSLProxyCARevocationFile SSLProxyCARevocationCheck "
      "SSLProxyMachineCertificateFile SSLProxyMachineCertificatePath "
      "SSLProxyMachineCertificateChainFile SSLProxyCheckPeerExpire "
      "SSLProxyCheckPeerCN SSLProxyCheckPeerName SSLOptions SSLRequireSSL "
      "SSLRequire SSLRenegBufferSize SSLOCSPEnable "
      "SSLOCSPDefaultResponder SSLOCSPOverrideResponder "
      "SSLOCSPResponseTimeSkew SSLOCSPResponseMaxAge "
      "SSLOCSPResponderTimeout SSLOCSPUseRequestNonce SSLOCSPProxyURL "
      "SSLOCSPNoVerify SSLOCSPResponderCertificateFile SSLStaplingCache "
      "SSLUseStapling SSLStaplingResponseTimeSkew "
      "SSLStaplingResponderTimeout SSLStaplingResponseMaxAge "
      "SSLStaplingStandardCacheTimeout SSLStaplingReturnResponderErrors "
      "SSLStaplingFakeTryLater SSLStaplingErrorCacheTimeout "
      "SSLStaplingForceURL SSLOpenSSLConfCmd SSLLog SSLLogLevel" },
    { "substitute_module", NULL,
      "Substitute SubstituteMaxLineLength SubstituteInheritBefore" },
    { "suexec_module", NULL,
      "SuexecUserGroup" },
    { "userdir_module", NULL,
      "UserDir" },
    { "usertrack_module", NULL,
      "CookieExpires CookieDomain CookieStyle CookieTracking CookieName "
      "CookieSameSite CookieSecure CookieHttpOnly" },
    { "vhost_alias_module", NULL,
      "VirtualScriptAlias VirtualDocumentRoot VirtualScriptAliasIP "
      "VirtualDocumentRootIP" },
    { "xml2enc_module", NULL,
      "xml2EncDefault xml2EncAlias xml2StartParse" },
    { "apparmor_module", "libapache2-mod-apparmor",
      "ImmHatName ImmDefaultHatName AAHatName AADefaultHatName" },
    { "auth_cas_module", "libapache2-mod-auth-cas",
      "CASVersion CASDebug CASScope CASRenew CASGateway CASAuthNHeader "
      "CASSSOEnabled CASAttributeDelimiter CASAttributePrefix "
      "CASValidateDepth CASCertificatePath CASLoginURL CASValidateURL "
      "CASProxyValidateURL CASValidateSAML CASCookiePath CASCookieEntropy "
      "CASCookieDomain CASGatewayCookieDomain CASCookieHttpOnly CASCookie "
      "CASSecureCookie CASGatewayCookie CASTimeout CASIdleTimeout "
      "CASCacheCleanInterval CASRootProxiedAs CASScrubRequestHeaders "
      "CASPreserveTicket" },
    { "auth_gssapi_module", "libapache2-mod-auth-gssapi",
      "GssapiSSLonly GssapiLocalName GssapiConnectionBound "
      "GssapiSignalPersistentAuth GssapiUseSessions GssapiSessionKey "
      "GssapiUseS4U2Proxy GssapiCredStore GssapiDelegCcacheDir "
      "GssapiDelegCcachePerms GssapiDelegCcacheEnvVar "
      "GssapiDelegCcacheUnique GssapiImpersonate GssapiBasicAuth "
      "GssapiBasicAuthMech GssapiAllowedMech GssapiNegotiateOnce "
      "GssapiNameAttributes GssapiRequiredNameAttributes "
      "GssapiPublishErrors GssapiPublishMech GssapiAcceptorName "
      "GssapiBasicTicketTimeout" },
    { "auth_mellon_module", "libapache2-mod-auth-mellon",
      "MellonCacheSize MellonCacheEntrySize MellonLockFile "
      "MellonPostDirectory MellonPostTTL MellonPostCount MellonPostSize "
      "MellonDiagnosticsFile MellonDiagnosticsEnable MellonEnable "
      "MellonDecoder MellonVariable MellonSecureCookie MellonCookieDomain "
      "MellonCookiePath MellonCookieSameSite MellonUser MellonIdP "
      "MellonSetEnv MellonSetEnvNoPrefix MellonEnvPrefix "
      "MellonSessionDump MellonSamlResponseDump MellonRequire MellonCond "
      "MellonSessionLength MellonSessionIdleTimeout "
      "MellonNoCookieErrorPage MellonNoSuccessErrorPage "
      "MellonSPMetadataFile MellonSPPrivateKeyFile MellonSPCertFile "
      "MellonIdPMetadataFile MellonIdPMetadataGlob MellonIdPPublicKeyFile "
      "MellonIdPCAFile MellonIdPIgnore MellonSPentityId "
      "MellonOrganizationName MellonOrganizationDisplayName "
      "MellonOrganizationURL MellonDefaultLoginPath MellonDiscoveryURL "
      "MellonProbeDiscoveryTimeout MellonProbeDiscoveryIdP "
      "MellonEndpointPath MellonAuthnContextClassRef "
      "MellonAuthnContextComparisonType "
      "MellonSubjectConfirmationDataAddressCheck "
      "MellonSendCacheControlHeader MellonDoNotVerifyLogoutSignature "
      "MellonPostReplay MellonMergeEnvVars MellonEnvVarsIndexStart "
      "MellonEnvVarsSetCount MellonECPSendIDPList MellonRedirectDomains "
      "MellonSignatureMethod MellonEnabledInvalidateSessionEndpoint "
      "MellonSendExpectHeader" },
    { "auth_openidc_module", "libapache2-mod-auth-openidc",
      "OIDCProviderMetadataURL OIDCProviderIssuer "
      "OIDCProviderAuthorizationEndpoint OIDCProviderTokenEndpoint "
      "OIDCProviderTokenEndpointAuth OIDCProviderTokenEndpointParams "
      "OIDCProviderRegistrationEndpointJson OIDCProviderUserInfoEndpoint "
      "OIDCProviderRevocationEndpoint OIDCProviderCheckSessionIFrame "
      "OIDCProviderEndSessionEndpoint "
      "OIDCProviderBackChannelLogoutSupported OIDCProviderJwksUri "
      "OIDCProviderVerifyCertFiles OIDCResponseType OIDCResponseMode "
      "OIDCPublicKeyFiles OIDCPrivateKeyFiles OIDCClientJwksUri "
      "OIDCIDTokenSignedResponseAlg OIDCIDTokenEncryptedResponseAlg "
      "OIDCIDTokenEncryptedResponseEnc OIDCUserInfoSignedResponseAlg "
      "OIDCUserInfoEncryptedResponseAlg OIDCUserInfoEncryptedResponseEnc "
      "OIDCUserInfoTokenMethod OIDCTokenBindingPolicy "
      "OIDCSSLValidateServer OIDCValidateIssuer OIDCClientName "
      "OIDCClientContact OIDCScope OIDCPathScope OIDCJWKSRefreshInterval "
      "OIDCIDTokenIatSlack OIDCSessionMaxDuration OIDCAuthRequestParams "
      "OIDCPathAuthRequestParams OIDCPKCEMethod OIDCClientID "
      "OIDCClientSecret OIDCClientTokenEndpointCert "
      "OIDCClientTokenEndpointKey OIDCClientTokenEndpointKeyPassword "
      "OIDCRedirectURI OIDCDefaultURL OIDCDefaultLoggedOutURL "
      "OIDCCookieDomain OIDCCookieHTTPOnly OIDCCookieSameSite "
      "OIDCOutgoingProxy OIDCCryptoPassphrase OIDCClaimDelimiter "
      "OIDCClaimPrefix OIDCRemoteUserClaim OIDCPassIDTokenAs "
      "OIDCPassUserInfoAs OIDCOAuthClientID OIDCOAuthClientSecret "
      "OIDCOAuthIntrospectionEndpoint "
      "OIDCOAuthIntrospectionEndpointMethod "
      "OIDCOAuthIntrospectionEndpointParams "
      "OIDCOAuthIntrospectionEndpointAuth "
      "OIDCOAuthIntrospectionClientAuthBearerToken "
      "OIDCOAuthIntrospectionEndpointCert "
      "OIDCOAuthIntrospectionEndpointKey "
      "OIDCOAuthIntrospectionTokenParamName OIDCOAuthTokenExpiryClaim "
      "OIDCOAuthSSLValidateServer OIDCOAuthRemoteUserClaim "
      "OIDCOAuthVerifyCertFiles OIDCOAuthVerifySharedKeys "
      "OIDCOAuthVerifyJwksUri OIDCHTTPTimeoutLong OIDCHTTPTimeoutShort "
      "OIDCStateTimeout OIDCStateMaxNumberOfCookies "
      "OIDCSessionInactivityTimeout OIDCMetadataDir OIDCSessionType "
      "OIDCSessionCacheFallbackToCookie OIDCSessionCookieChunkSize "
      "OIDCCacheType OIDCCacheEncrypt OIDCCacheDir "
      "OIDCCacheFileCleanInterval OIDCMemCacheServers "
      "OIDCMemCacheConnectionsMin OIDCMemCacheConnectionsSMax "
      "OIDCMemCacheConnectionsHMax OIDCMemCacheConnectionsTTL "
      "OIDCCacheShmMax OIDCCacheShmEntrySizeMax OIDCRedisCacheServer "
      "OIDCRedisCacheUsername OIDCRedisCachePassword "
      "OIDCRedisCacheDatabase OIDCRedisCacheConnectTimeout "
      "OIDCRedisCacheTimeout OIDCHTMLErrorTemplate OIDCDiscoverURL "
      "OIDCPassCookies OIDCStripCookies OIDCAuthNHeader OIDCCookiePath "
      "OIDCCookie OIDCUnAuthAction OIDCUnAutzAction OIDCPassClaimsAs "
      "OIDCOAuthAcceptTokenAs OIDCUserInfoRefreshInterval "
      "OIDCOAuthTokenIntrospectionInterval OIDCPreservePost "
      "OIDCPassRefreshToken OIDCRequestObject "
      "OIDCProviderMetadataRefreshInterval OIDCProviderAuthRequestMethod "
      "OIDCInfoHook OIDCBlackListedClaims OIDCWhiteListedClaims "
      "OIDCOAuthServerMetadataURL OIDCOAuthAccessTokenBindingPolicy "
      "OIDCRefreshAccessTokenBeforeExpiry OIDCStateInputHeaders "
      "OIDCRedirectURLsAllowed OIDCStateCookiePrefix OIDCCABundlePath "
      "OIDCLogoutXFrameOptions OIDCXForwardedHeaders" },
    { "auth_plain_module", "libapache2-mod-auth-plain",
      "AuthPlainUserFile AuthPlainGroupFile AuthPlainAuthoritative" },
    { "auth_pubtkt_module", "libapache2-mod-auth-pubtkt",
      "TKTAuthLoginURL TKTAuthTimeoutURL TKTAuthPostTimeoutURL "
      "TKTAuthUnauthURL TKTAuthHeader TKTAuthCookieName "
      "TKTAuthBackArgName TKTAuthRefreshURL TKTAuthBadIPURL "
      "TKTAuthRequireSSL TKTAuthFakeBasicAuth TKTAuthPassthruBasicAuth "
      "TKTAuthToken TKTAuthPublicKey TKTAuthDigest "
      "TKTAuthPassthruBasicKey TKTAuthDebug TKTAuthRequireMultifactor "
      "TKTAuthMultifactorURL" },
    { "auth_tkt_module", "libapache2-mod-auth-tkt",
      "TKTAuthLoginURL TKTAuthTimeoutURL TKTAuthPostTimeoutURL "
      "TKTAuthUnauthURL TKTAuthCookieName TKTAuthDomain "
      "TKTAuthCookieExpires TKTAuthBackCookieName TKTAuthBackArgName "
      "TKTAuthIgnoreIP TKTAuthRequireSSL TKTAuthCookieSecure TKTAuthToken "
      "TKTAuthTimeout TKTAuthTimeoutMin TKTAuthTimeoutRefresh "
      "TKTAuthSecret TKTAuthSecretOld TKTAuthDigestType TKTAuthGuestLogin "
      "TKTAuthGuestCookie TKTAuthGuestUser TKTAuthGuestFallback "
      "TKTAuthGuestEmpty TKTAuthDebug TKTAuthQuerySeparator" },
    { "authn_sasl_module", "libapache2-mod-authn-sasl",
      "AuthSaslPwcheckMethod AuthSaslServiceName AuthSaslAppname "
      "AuthSaslRealm AuthSaslDbPath" },
    { "authn_yubikey_module", "libapache2-mod-authn-yubikey",
      "AuthYubiKeyTmpFile AuthYubiKeyUserFile AuthYubiKeyTimeout "
      "AuthYubiKeyExternalErrorPage AuthYubiKeyRequireSecure" },
    { "authnz_external_module", "libapache2-mod-authnz-external",
      "AuthExternal DefineExternalAuth AddExternalAuth "
      "SetExternalAuthMethod GroupExternal DefineExternalGroup "
      "AddExternalGroup SetExternalGroupMethod AuthExternalContext "
      "AuthExternalProvideCache GroupExternalManyAtOnce "
      "AuthExternalGroupsAtOnce" },
    { "authnz_pam_module", "libapache2-mod-authnz-pam",
      "AuthPAMService AuthPAMExpiredRedirect" },
    { "authz_svn_module", "libapache2-mod-svn",
      "AuthzSVNAuthoritative AuthzSVNAccessFile "
      "AuthzSVNReposRelativeAccessFile AuthzSVNGroupsFile "
      "AuthzSVNAnonymous AuthzSVNNoAuthWhenAnonymousAllowed "
      "AuthzForceUsernameCase" },
    { "bw_module", "libapache2-mod-bw",
      "MaxConnection BandWidthModule ForceBandWidthModule BandWidthPacket "
      "BandWidth MinBandWidth BandWidthError LargeFileLimit" },
    { "dav_svn_module", "libapache2-mod-svn",
      "SVNPath SVNSpecialURI SVNReposName SVNIndexXSLT SVNParentPath "
      "SVNAutoversioning SVNPathAuthz SVNListParentPath SVNMasterURI "
      "SVNMasterVersion SVNActivitiesDB SVNAllowBulkUpdates "
      "SVNAdvertiseV2Protocol SVNCacheTextDeltas SVNCacheFullTexts "
      "SVNCacheRevProps SVNCacheNodeProps SVNBlockRead "
      "SVNInMemoryCacheSize SVNCompressionLevel SVNUseUTF8 SVNHooksEnv" },
    { "dnssd_module", "libapache2-mod-dnssd",
      "DNSSDEnable DNSSDAutoRegisterUserDir DNSSDAutoRegisterVHosts "
      "DNSSDUserDir DNSSDServiceName DNSSDServiceTypes DNSSDServicePort "
      "DNSSDServiceTxtRecord" },
    { "encoding_module", "libapache2-mod-encoding",
      "EncodingEngine SetServerEncoding AddClientEncoding "
      "DefaultClientEncoding NormalizeUsername" },
    { "evasive20_module", "libapache2-mod-evasive",
      "DOSHashTableSize DOSPageCount DOSSiteCount DOSPageInterval "
      "DOSSiteInterval DOSBlockingPeriod DOSEmailNotify DOSLogDir "
      "DOSSystemCommand DOSWhitelist DOSHTTPResponseCode" },
    { "fcgid_module", "libapache2-mod-fcgid",
      "FcgidAccessChecker FcgidAccessCheckerAuthoritative "
      "FcgidAuthenticator FcgidAuthenticatorAuthoritative FcgidAuthorizer "
      "FcgidAuthorizerAuthoritative FcgidBusyScanInterval "
      "FcgidBusyTimeout FcgidCmdOptions FcgidInitialEnv "
      "FcgidMaxProcessesPerClass FcgidMinProcessesPerClass "
      "FcgidErrorScanInterval FcgidIdleScanInterval FcgidIdleTimeout "
      "FcgidIOTimeout FcgidConnectTimeout FcgidMaxProcesses "
      "FcgidMaxRequestInMem FcgidMaxRequestLen FcgidMaxRequestsPerProcess "
      "FcgidOutputBufferSize FcgidPassHeader FcgidFixPathinfo "
      "FcgidProcessLifeTime FcgidProcessTableFile FcgidIPCDir "
      "FcgidSpawnScore FcgidSpawnScoreUpLimit FcgidTerminationScore "
      "FcgidTimeScore FcgidWrapper FcgidZombieScanInterval "
      "BusyScanInterval BusyTimeout DefaultInitEnv "
      "DefaultMaxClassProcessCount DefaultMinClassProcessCount "
      "ErrorScanInterval FastCgiAccessChecker "
      "FastCgiAccessCheckerAuthoritative FastCgiAuthenticator "
      "FastCgiAuthenticatorAuthoritative FastCgiAuthorizer "
      "FastCgiAuthorizerAuthoritative FCGIWrapper IdleScanInterval "
      "IdleTimeout IPCCommTimeout IPCConnectTimeout MaxProcessCount "
      "MaxRequestInMem MaxRequestLen MaxRequestsPerProcess "
      "OutputBufferSize PassHeader PHP_Fix_Pathinfo_Enable "
      "ProcessLifeTime SharememPath SocketPath SpawnScore "
      "SpawnScoreUpLimit TerminationScore TimeScore ZombieScanInterval" },
    { "form_module", "libapache2-mod-form",
      "FormMaxSize FormGET FormPOST FormDelim" },
    { "geoip_module", "libapache2-mod-geoip",
      "GeoIPScanProxyHeaders GeoIPScanProxyHeaderField "
      "GeoIPUseFirstNonPrivateXForwardedForIP "
      "GeoIPUseFirstXForwardedForIP GeoIPUseLastXForwardedForIP "
      "GeoIPEnable GeoIPEnableUTF8 GeoIPDBFile GeoIPOutput" },
    { "gridsite_module", "gridsite",
      "GridSiteAuth GridSiteAutoPasscode GridSiteRequirePasscode "
      "GridSiteEnvs GridSiteHtmlFormat GridSiteIndexes GridSiteLink "
      "GridSiteAdminFile GridSiteAdminURI GridSiteHelpURI "
      "GridSiteLoginURI GridSiteDNlists GridSiteDNlistsURI "
      "GridSiteAdminList GridSiteGSIProxyLimit GridSiteUnzip "
      "GridSiteMethods GridSiteOCSP GridSiteEditable GridSiteHeadFile "
      "GridSiteFootFile GridSiteIndexHeader GridSiteGridHTTP "
      "GridSiteGridHTTPport GridSiteSessionsDir GridSiteOnetimesDir "
      "GridSiteZoneSlashes GridSiteCastDNlists GridSiteCastUniPort "
      "GridSiteCastGroup GridSiteCastAlias GridSiteACLFormat "
      "GridSiteACLPath GridSiteDelegationURI GridSiteExecMethod "
      "GridSiteUserGroup GridSiteDiskMode" },
    { "intercept_form_submit_module", "libapache2-mod-intercept-form-submit",
      "InterceptFormLogin InterceptFormPassword "
      "InterceptFormPasswordRedact InterceptFormPAMService "
      "InterceptFormLoginSkip InterceptFormClearRemoteUserForSkipped "
      "InterceptGETOnSuccess InterceptFormLoginRealms" },
    { "jk_module", "libapache2-mod-jk",
      "JkWorkersFile JkMountFile JkMountFileReload JkWatchdogInterval "
      "JkMount JkUnMount JkMountCopy JkStripSession JkLogFile JkShmFile "
      "JkShmSize JkLogLevel JkLogStampFormat JkRequestLogFormat "
      "JkAutoAlias JkWorkerIndicator JkRemoteAddrIndicator "
      "JkRemotePortIndicator JkRemoteHostIndicator JkRemoteUserIndicator "
      "JkAuthTypeIndicator JkLocalNameIndicator JkLocalAddrIndicator "
      "JkLocalPortIndicator JkIgnoreCLIndicator JkHTTPSIndicator "
      "JkSSLPROTOCOLIndicator JkCERTSIndicator JkCIPHERIndicator "
      "JkSESSIONIndicator JkKEYSIZEIndicator JkCERTCHAINPrefix "
      "JkExtractSSL JkOptions JkEnvVar JkWorkerProperty" },
    { "ldap_userdir_module", "libapache2-mod-ldap-userdir",
      "LDAPUserDir LDAPUserDirServer LDAPUserDirServerURL "
      "LDAPUserDirDNInfo LDAPUserDirBaseDN LDAPUserDirFilter "
      "LDAPUserDirSearchScope LDAPUserDirUseTLS LDAPAttributeName "
      "LDAPUserDirCacheTimeout LDAPProtocolVersion" },
    { "lisp_module", "libapache2-mod-lisp",
      "LispServer" },
    { "log_slow_module", "libapache2-mod-log-slow",
      "LogSlowEnabled LogSlowLongRequestTime LogSlowFileName "
      "LogSlowTimeFormat LogSlowBufferedLogs" },
    { "log_sql_module", "libapache2-mod-log-sql",
      "LogSQLAnnounce LogSQLLoginInfo LogSQLDBParam LogSQLForcePreserve "
      "LogSQLDisablePreserve LogSQLPreserveFile LogSQLCreateTables "
      "LogSQLMassVirtualHosting LogSQLTransferLogTable "
      "LogSQLNotesLogTable LogSQLHeadersOutLogTable "
      "LogSQLHeadersInLogTable LogSQLCookieLogTable LogSQLScoreDomain "
      "LogSQLScoreSubdomain LogSQLScoreTable LogSQLTransferLogFormat "
      "LogSQLMachineID LogSQLRequestAccept LogSQLRequestIgnore "
      "LogSQLRemhostIgnore LogSQLWhichCookie LogSQLWhichNotes "
      "LogSQLWhichHeadersOut LogSQLWhichHeadersIn LogSQLWhichCookies "
      "LogSQLDeprecated LogSQLDatabase LogSQLTableType LogSQLSocketFile "
      "LogSQLTCPPort" },
    { "lookup_identity_module", "libapache2-mod-lookup-identity",
      "LookupOutput LookupUserGECOS LookupUserByCertificateParamName "
      "LookupUserGroups LookupUserGroupsIter LookupUserAttr "
      "LookupUserAttrIter LookupDbusTimeout LookupUserByCertificate" },
    { "mapcache_module", "libapache2-mod-mapcache",
      "MapCacheAlias" },
    { "mime_xattr_module", "libapache2-mod-mime-xattr",
      "XAttrMimeType XAttrHandler" },
    { "mod_shib", "libapache2-mod-shib",
      "ShibPrefix ShibConfig ShibCatalogs ShibGSSKey ShibURLScheme "
      "ShibRequestSetting ShibRequestUnset ShibDisable ShibApplicationId "
      "ShibBasicHijack ShibRequireSession ShibRequireSessionWith "
      "ShibExportAssertion ShibRedirectToSSL ShibRequestMapperAuthz "
      "ShibCompatValidUser ShibUseEnvironment ShibUseHeaders "
      "ShibExpireRedirects" },
    { "mono_module", "libapache2-mod-mono",
      "MonoUnixUmask MonoUnixSocket MonoListenPort MonoListenAddress "
      "MonoListenBacklog MonoMinThreads MonoRunXSP MonoXSPStartAttempts "
      "MonoXSPStartWaitTime MonoExecutablePath MonoPath MonoServerPath "
      "MonoTargetFramework MonoApplications MonoWapiDir "
      "MonoDocumentRootDir MonoApplicationsConfigFile "
      "MonoApplicationsConfigDir MonoMaxMemory MonoMaxCPUTime MonoDebug "
      "MonoSetEnv MonoIOMAP AddMonoApplications MonoSetServerAlias "
      "MonoAutoApplication MonoAutoRestartMode MonoAutoRestartRequests "
      "MonoAutoRestartTime MonoMaxActiveRequests MonoMaxWaitingRequests "
      "MonoCheckHiddenFiles" },
    { "mpm_itk_module", "libapache2-mpm-itk",
      "AssignUserID AssignUserIDExpr AssignGroupIDExpr LimitUIDRange "
      "LimitGIDRange EnableCapabilities MaxClientsVHost NiceValue" },
    { "musicindex_module", "libapache2-mod-musicindex",
      "MusicIndex MusicSortOrder MusicFields MusicIndexCache "
      "MusicPageTitle MusicIceServer MusicDefaultCss MusicCookieLife "
      "MusicDefaultDisplay MusicDirPerLine" },
    { "netcgi_module", "libapache2-mod-netcgi-apache",
      "NetcgiLoad NetcgiRequire NetcgiThread NetcgiPredicates "
      "NetcgiTranslateHandler NetcgiCheckUserIDHandler "
      "NetcgiAuthCheckerHandler NetcgiAccessCheckerHandler "
      "NetcgiTypeCheckerHandler NetcgiFixerUpperHandler "
      "NetcgiLoggerHandler NetcgiHeaderParserHandler "
      "NetcgiPostReadRequestHandler NetcgiHandler" },
    { "oauth2_module", "libapache2-mod-oauth2",
      "OAuth2CryptoPassphrase OAuth2TokenVerify OAuth2AcceptTokenIn "
      "OAuth2TargetPass OAuth2Cache" },
    { "parser3_module", "libapache2-mod-parser3",
      "ParserConfig" },
    { "passenger_module", "libapache2-mod-passenger",
      "PassengerAdminPanelAuthType PassengerAdminPanelPassword "
      "PassengerAdminPanelUrl PassengerAdminPanelUsername "
      "PassengerAllowEncodedSlashes PassengerAnalyticsLogGroup "
      "PassengerAnalyticsLogUser PassengerAnonymousTelemetryProxy "
      "PassengerAppEnv PassengerAppGroupName PassengerAppLogFile "
      "PassengerAppRoot PassengerAppStartCommand PassengerAppType "
      "PassengerBaseURI PassengerBufferResponse PassengerBufferUpload "
      "PassengerConcurrencyModel PassengerCtl PassengerDataBufferDir "
      "PassengerDebugLogFile PassengerDebugger PassengerDefaultGroup "
      "PassengerDefaultRuby PassengerDefaultUser "
      "PassengerDirectInstanceRequestAddress "
      "PassengerDisableAnonymousTelemetry PassengerDisableLogPrefix "
      "PassengerDisableSecurityUpdateCheck PassengerDumpConfigManifest "
      "PassengerEnabled PassengerErrorOverride "
      "PassengerFileDescriptorLogFile PassengerFlyWith "
      "PassengerForceMaxConcurrentRequestsPerProcess "
      "PassengerFriendlyErrorPages PassengerGroup "
      "PassengerHighPerformance PassengerInstanceRegistryDir "
      "PassengerLoadShellEnvvars PassengerLogFile PassengerLogLevel "
      "PassengerLveMinUid PassengerMaxInstances "
      "PassengerMaxInstancesPerApp PassengerMaxPoolSize "
      "PassengerMaxPreloaderIdleTime PassengerMaxRequestQueueSize "
      "PassengerMaxRequestQueueTime PassengerMaxRequestTime "
      "PassengerMaxRequests PassengerMemoryLimit "
      "PassengerMeteorAppSettings PassengerMinInstances "
      "PassengerMonitorLogFile PassengerNodejs PassengerPoolIdleTime "
      "PassengerPreStart PassengerPreloadBundler PassengerPython "
      "PassengerResistDeploymentErrors "
      "PassengerResponseBufferHighWatermark PassengerRestartDir "
      "PassengerRollingRestarts PassengerRoot PassengerRuby "
      "PassengerSecurityUpdateCheckProxy PassengerShowVersionInHeader "
      "PassengerSocketBacklog PassengerSpawnDir PassengerSpawnMethod "
      "PassengerStartTimeout PassengerStartupFile "
      "PassengerStatThrottleRate PassengerStickySessions "
      "PassengerStickySessionsCookieAttributes "
      "PassengerStickySessionsCookieName PassengerThreadCount "
      "PassengerTurbocaching PassengerUseGlobalQueue PassengerUser "
      "PassengerUserSwitching RackBaseURI RackEnv RailsAllowModRewrite "
      "RailsAppSpawnerIdleTime RailsBaseURI RailsDefaultUser RailsEnv "
      "RailsFrameworkSpawnerIdleTime RailsMaxInstancesPerApp "
      "RailsMaxPoolSize RailsPoolIdleTime RailsRuby RailsSpawnMethod "
      "RailsSpawnServer RailsUserSwitching UnionStationFilter "
      "UnionStationGatewayAddress UnionStationGatewayCert "
      "UnionStationGatewayPort UnionStationKey UnionStationProxyAddress "
      "UnionStationSupport" },
    { "perl_module", "libapache2-mod-perl2",
      "PerlSwitches PerlModule PerlRequire PerlConfigRequire "
      "PerlPostConfigRequire PerlAddAuthzProvider PerlAddAuthnProvider "
      "PerlOptions PerlInitHandler PerlSetVar PerlAddVar PerlSetEnv "
      "PerlPassEnv <Perl Perl PerlSetInputFilter PerlSetOutputFilter =pod "
      "=back =cut __END__ PerlLoadModule PerlInterpStart PerlInterpMax "
      "PerlInterpMaxSpare PerlInterpMinSpare PerlInterpMaxRequests "
      "PerlSendHeader PerlSetupEnv PerlHandler PerlTaintCheck PerlWarn "
      "PerlProcessConnectionHandler PerlOpenLogsHandler "
      "PerlPostConfigHandler PerlHeaderParserHandler PerlAccessHandler "
      "PerlAuthenHandler PerlAuthzHandler PerlTypeHandler "
      "PerlFixupHandler PerlResponseHandler PerlLogHandler "
      "PerlCleanupHandler PerlInputFilterHandler PerlOutputFilterHandler "
      "PerlPostReadRequestHandler PerlTransHandler "
      "PerlMapToStorageHandler PerlPreConnectionHandler "
      "PerlChildInitHandler PerlChildExitHandler" },
    { "php_module", "libapache2-mod-php8.2",
      "php_value php_flag php_admin_value php_admin_flag PHPINIDir" },
    { "python_module", "libapache2-mod-python",
      "PythonAccessHandler PythonAuthenHandler PythonAutoReload "
      "PythonAuthzHandler PythonCleanupHandler PythonConnectionHandler "
      "PythonDebug PythonEnablePdb PythonFixupHandler PythonHandler "
      "PythonHeaderParserHandler PythonImport PythonInitHandler "
      "PythonInterpPerDirective PythonInterpPerDirectory "
      "PythonInterpreter PythonLogHandler PythonHandlerModule "
      "PythonOptimize PythonOption PythonPath "
      "PythonPostReadRequestHandler PythonTransHandler PythonTypeHandler "
      "PythonInputFilter PythonOutputFilter" },
    { "qos_module", "libapache2-mod-qos",
      "QS_LocRequestLimitDefault QS_LocRequestLimit "
      "QS_LocRequestPerSecLimit QS_LocKBytesPerSecLimit "
      "QS_LocRequestLimitMatch QS_LocRequestPerSecLimitMatch "
      "QS_LocKBytesPerSecLimitMatch QS_CondLocRequestLimitMatch "
      "QS_EventRequestLimit QS_EventPerSecLimit QS_EventKBytesPerSecLimit "
      "QS_EventLimitCount QS_CondEventLimitCount QS_SrvMaxConn "
      "QS_SrvMaxConnClose QS_SrvMaxConnPerIP QS_SrvMaxConnExcludeIP "
      "QS_SrvMaxConnPerIPIgnoreVIP QS_SrvSerialize QS_SrvDataRateOff "
      "QS_SrvRequestRate QS_SrvMinDataRate QS_SrvMinDataRateOffEvent "
      "QS_SrvMinDataRateIgnoreVIP QS_SrvSampleRate QS_DenyRequestLine "
      "QS_DenyPath QS_DenyQuery QS_DenyEvent QS_PermitUri QS_DenyBody "
      "QS_DenyQueryBody QS_PermitUriBody QS_InvalidUrlEncoding "
      "QS_LimitRequestBody QS_Decoding QS_DenyInheritanceOff "
      "QS_RequestHeaderFilter QS_ResponseHeaderFilter "
      "QS_RequestHeaderFilterRule QS_ResponseHeaderFilterRule "
      "QS_MileStone QS_MileStoneTimeout QS_SessionCookieName "
      "QS_SessionCookiePath QS_SessionTimeout QS_SessionKey "
      "QS_VipHeaderName QS_VipIPHeaderName QS_VipUser QS_VipIpUser "
      "QS_UserTrackingCookieName QS_SetEnvIf QS_SetEnvIfCmp "
      "QS_SetEnvIfQuery QS_SetEnvIfParp QS_SetEnvIfBody QS_SetEnvStatus "
      "QS_SetEnvIfStatus QS_SetEnvResBody QS_SetEnvIfResBody QS_SetEnv "
      "QS_SetReqHeader QS_UnsetReqHeader QS_UnsetResHeader "
      "QS_SetEnvResHeader QS_SetEnvResHeaderMatch QS_SetEnvRes "
      "QS_RedirectIf QS_ClientEntries QS_ClientPrefer QS_ClientTolerance "
      "QS_ClientContentTypes QS_ClientEventBlockCount "
      "QS_ClientEventBlockExcludeIP QS_ClientEventLimitCount "
      "QS_CondClientEventLimitCount QS_ClientEventPerSecLimit "
      "QS_ClientEventRequestLimit QS_ClientSerialize "
      "QS_ClientIpFromHeader QS_ClientGeoCountryDB "
      "QS_ClientGeoCountryPriv QS_ErrorPage QS_ErrorResponseCode "
      "QS_LogOnly QS_SupportIPv6 QS_SemMemFile QS_MaxClients "
      "QS_DisableHandler QS_Status QS_EventCount QSLog" },
    { "removeip_module", "libapache2-mod-removeip",
      "REMOVEIPenable" },
    { "rivet_module", "libapache2-mod-rivet",
      "RivetServerConf RivetDirConf RivetUserConf" },
    { "rpaf_module", "libapache2-mod-rpaf",
      "RPAFenable RPAFsethostname RPAFproxy_ips RPAFheader" },
    { "security2_module", "libapache2-mod-security2",
      "SecAction SecArgumentSeparator SecCookiev0Separator SecAuditEngine "
      "SecAuditLog SecAuditLog2 SecAuditLogParts "
      "SecAuditLogRelevantStatus SecAuditLogType SecAuditLogFormat "
      "SecAuditLogStorageDir SecAuditLogDirMode SecAuditLogFileMode "
      "SecCacheTransformations SecChrootDir SecComponentSignature "
      "SecContentInjection SecStreamOutBodyInspection "
      "SecStreamInBodyInspection SecCookieFormat SecDataDir SecDebugLog "
      "SecDebugLogLevel SecCollectionTimeout SecDefaultAction "
      "SecDisableBackendCompression SecGsbLookupDB SecUnicodeCodePage "
      "SecUnicodeMapFile SecGeoLookupDB SecGuardianLog SecMarker "
      "SecPcreMatchLimit SecPcreMatchLimitRecursion SecRequestBodyAccess "
      "SecInterceptOnError SecRulePerfTime SecConnReadStateLimit "
      "SecReadStateLimit SecConnWriteStateLimit SecWriteStateLimit "
      "SecRequestBodyInMemoryLimit SecRequestBodyLimit "
      "SecRequestBodyNoFilesLimit SecRequestBodyJsonDepthLimit "
      "SecArgumentsLimit SecRequestEncoding SecResponseBodyAccess "
      "SecResponseBodyLimit SecResponseBodyLimitAction "
      "SecRequestBodyLimitAction SecResponseBodyMimeType "
      "SecResponseBodyMimeTypesClear SecRule SecRuleEngine "
      "SecStatusEngine SecConnEngine SecRemoteRules "
      "SecRemoteRulesFailAction SecXmlExternalEntity SecRuleInheritance "
      "SecRuleScript SecRuleRemoveById SecRuleRemoveByTag "
      "SecRuleRemoveByMsg SecHashMethodPm SecHashMethodRx "
      "SecRuleUpdateActionById SecRuleUpdateTargetById "
      "SecRuleUpdateTargetByTag SecRuleUpdateTargetByMsg "
      "SecServerSignature SecTmpDir SecUploadDir SecUploadFileLimit "
      "SecUploadFileMode SecUploadKeepFiles SecTmpSaveUploadedFiles "
      "SecWebAppId SecSensorId SecHttpBlKey SecHashEngine SecHashKey "
      "SecHashParam" },
    { "tile_module", "libapache2-mod-tile",
      "LoadTileConfigFile AddTileConfig AddTileMimeConfig "
      "ModTileRequestTimeout ModTileMissingRequestTimeout "
      "ModTileMaxLoadOld ModTileMaxLoadMissing ModTileVeryOldThreshold "
      "ModTileRenderdSocketName ModTileRenderdSocketAddr ModTileTileDir "
      "ModTileCacheExtendedHostName ModTileCacheExtendedDuration "
      "ModTileCacheDurationMax ModTileCacheDurationDirty "
      "ModTileCacheDurationMinimum ModTileCacheLastModifiedFactor "
      "ModTileCacheDurationLowZoom ModTileCacheDurationMediumZoom "
      "ModTileEnableStats ModTileEnableTileThrottling "
      "ModTileEnableTileThrottlingXForward ModTileThrottlingTiles "
      "ModTileThrottlingRenders ModTileBulkMode" },
    { "upload_progress_module", "libapache2-mod-upload-progress",
      "TrackUploads ReportUploads UploadProgressSharedMemorySize" },
    { "uwsgi_module", "libapache2-mod-ruwsgi",
      "uWSGImount uWSGIserver uWSGIhandler uWSGIserverTimeout "
      "uWSGIforceCGImode uWSGImodifier1 uWSGImodifier2" },
    { "uwsgi_module", "libapache2-mod-uwsgi",
      "uWSGIsocket uWSGIsocket2 uWSGImodifier1 uWSGImodifier2 "
      "uWSGIforceScriptName uWSGIforceCGImode uWSGIforceWSGIscheme "
      "uWSGIemptyRemoteUser uWSGImaxVars" },
    { "vhost_ldap_module", "libapache2-mod-vhost-ldap",
      "VhostLDAPURL VhostLDAPBindDN VhostLDAPBindPassword "
      "VhostLDAPEnabled VhostLDAPDereferenceAliases VhostLDAPFallback "
      "VhostLDAPWildcard" },
    { "watchcat_module", "libapache2-mod-watchcat",
      "CatType CatTimeout CatOrder CatLogHandler CatDevice" },
    { "wsgi_module", "libapache2-mod-wsgi-py3",
      "WSGIScriptAlias WSGIScriptAliasMatch WSGIDaemonProcess "
      "WSGISocketPrefix WSGISocketRotation WSGIAcceptMutex "
      "WSGILazyInitialization WSGIVerboseDebugging WSGIDontWriteBytecode "
      "WSGIPythonWarnings WSGIPythonOptimize WSGIPythonHome "
      "WSGIPythonPath WSGIPythonEggs WSGIPythonHashSeed "
      "WSGIDestroyInterpreter WSGIRestrictEmbedded WSGIRestrictStdin "
      "WSGIRestrictStdout WSGIRestrictSignal WSGICaseSensitivity "
      "WSGIRestrictProcess WSGIProcessGroup WSGIApplicationGroup "
      "WSGICallableObject WSGIImportScript WSGIDispatchScript "
      "WSGIPassApacheRequest WSGIPassAuthorization WSGIScriptReloading "
      "WSGIErrorOverride WSGIChunkedRequest WSGIMapHEADToGET "
      "WSGIIgnoreActivity WSGITrustedProxyHeaders WSGITrustedProxies "
      "WSGIEnableSendfile WSGIAccessScript WSGIAuthUserScript "
      "WSGIAuthGroupScript WSGIGroupAuthoritative WSGIHandlerScript "
      "WSGIServerMetrics WSGINewRelicConfigFile WSGINewRelicEnvironment" },
    { "xforward_module", "libapache2-mod-xforward",
      "XForward" },
    { "xsendfile_module", "libapache2-mod-xsendfile",
      "XSendFile XSendFileIgnoreEtag XSendFileIgnoreLastModified "
      "XSendFilePath" },
    { NULL, NULL, NULL },
};
/* clang-format on */
