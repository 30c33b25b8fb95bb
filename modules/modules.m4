dnl The modules that Pinion has of its own: PN_MODULE(name, few|all, static|shared).
dnl Each has a fragment in its folder's module.am; tools/new-module adds both.
dnl "static" is dormant until LoadModule names it, except for those that
dnl server/config/builtin.c lists as always on (core, so, http, log_config ...).
PN_MODULE([macro], [few], [static])
PN_MODULE([mpm_prefork], [few], [static])
PN_MODULE([info], [all], [static])
PN_MODULE([authz_core], [few], [static])
PN_MODULE([authz_host], [few], [static])
PN_MODULE([access_compat], [few], [static])
PN_MODULE([alias], [few], [static])
PN_MODULE([dir], [few], [static])
PN_MODULE([rewrite], [few], [static])
PN_MODULE([env], [few], [static])
PN_MODULE([mime], [few], [static])
PN_MODULE([setenvif], [few], [static])
PN_MODULE([reqtimeout], [few], [static])
PN_MODULE([status], [few], [static])
PN_MODULE([autoindex], [few], [static])
PN_MODULE([headers], [few], [static])
PN_MODULE([expires], [few], [static])
PN_MODULE([filter], [few], [static])
