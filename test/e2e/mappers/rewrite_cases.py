"""Rule sets and requests that test_rewrite_peer.py runs on two servers.

DIR: rules of a .htaccess in a folder of its own, asked for below /NAME/.
SERVER: rules of a virtual host of its own, called NAME.
Each: a name, the rules, and requests, "path" or ("path", {headers}).
"""

# What each folder of DIR and each host's document root has.
FILES = ("a.txt", "b.txt", "c d.txt", "index.html", "sub/a.txt", "sub/index.html", "x/a.txt", "q?m.txt", "p%41.txt")

DIR = [
    # --- where relative and absolute targets lead ---
    ("rel", "RewriteRule ^foo$ a.txt", ["foo", "foo?x=1", "fool", "a.txt"]),
    ("rel_sub", "RewriteRule ^foo/(.*)$ sub/$1", ["foo/a.txt", "foo/", "foo/none"]),
    ("abs", "RewriteRule ^foo$ /abs/a.txt", ["foo", "foo?q"]),
    ("abs_other", "RewriteRule ^foo$ /rel/a.txt", ["foo"]),
    ("base", "RewriteBase /base/\nRewriteRule ^foo$ a.txt", ["foo"]),
    ("base_noslash", "RewriteBase /base_noslash\nRewriteRule ^foo$ a.txt", ["foo"]),
    ("base_else", "RewriteBase /rel/\nRewriteRule ^foo$ a.txt", ["foo"]),
    ("base_r", "RewriteBase /base_r/\nRewriteRule ^foo$ b.txt [R=301,L]", ["foo", "foo?x=%20y"]),
    ("base_r2", "RewriteBase /\nRewriteRule ^foo$ b.txt [R]", ["foo"]),
    ("abs_r", "RewriteRule ^foo$ /abs_r/b.txt [R,L]", ["foo", "foo?a=b&c"]),
    ("r_codes", "RewriteRule ^1$ /x [R=301]\nRewriteRule ^2$ /x [R=permanent,L]\nRewriteRule ^3$ /x [R=temp,L]\n"
     "RewriteRule ^4$ /x [R=seeother,L]\nRewriteRule ^5$ /x [R=307,L]\nRewriteRule ^6$ /x [R=308,L]\n"
     "RewriteRule ^7$ /x [R=404]\nRewriteRule ^8$ /x [R=gone,L]\nRewriteRule ^9$ - [R=403]\n"
     "RewriteRule ^10$ /x [R=300,L]\nRewriteRule ^11$ - [R=500]\nRewriteRule ^12$ - [R=204]\n"
     "RewriteRule ^13$ /x [R=200]\nRewriteRule ^14$ - [R=503]\nRewriteRule ^15$ - [R=401]\nRewriteRule ^16$ - [R=304]",
     [str(n) for n in range(1, 17)]),
    ("full_url", "RewriteRule ^foo$ http://o.example/y [L]\nRewriteRule ^s$ https://o.example:8443/y\n"
     "RewriteRule ^m$ mailto:a@b.example\nRewriteRule ^f$ ftp://o.example/f\nRewriteRule ^w$ ws://o.example/f\n"
     "RewriteRule ^l$ ldap://o.example/f?x?y\nRewriteRule ^n$ news:a.b\nRewriteRule ^j$ javascript:alert(1)\n"
     "RewriteRule ^g$ gopher://x/y [R=301]\nRewriteRule ^HT$ HTTP://o.example/Y",
     ["foo", "foo?q=1", "s?x", "m", "f", "w", "l", "l?z", "n", "j", "g", "HT"]),
    ("own_url", "RewriteRule ^foo$ http://test:%{SERVER_PORT}/own_url/a.txt", ["foo"]),
    ("own_url_r", "RewriteRule ^foo$ http://test:%{SERVER_PORT}/own_url_r/a.txt [R=301]", ["foo"]),
    ("minus", "RewriteRule ^foo$ - [F]\nRewriteRule ^gone$ - [G]\nRewriteRule ^a\\.txt$ - [L]\nRewriteRule . b.txt",
     ["foo", "gone", "a.txt", "c"]),
    ("f_target", "RewriteRule ^foo$ a.txt [F]\nRewriteRule ^g a.txt [G]", ["foo", "g"]),
    ("minus_r", "RewriteRule ^a.txt$ - [R]", ["a.txt"]),
    ("minus_r301", "RewriteRule ^foo$ - [R=301,L]", ["foo"]),
    ("empty_target", 'RewriteRule ^foo$ ""', ["foo"]),
    ("up", "RewriteRule ^foo$ ../rel/a.txt\nRewriteRule ^bar$ /up/../rel/a.txt\nRewriteRule ^baz$ /../../etc/passwd",
     ["foo", "bar", "baz"]),
    ("slashes", "RewriteRule ^foo$ //slashes//a.txt\nRewriteRule ^bar$ /slashes//sub///a.txt\nRewriteRule ^r$ //o.example/x [R]",
     ["foo", "bar", "r"]),
    # --- groups ---
    ("groups", "RewriteRule ^(.)(.)(.)(.)(.)(.)(.)(.)(.)(.)$ t.cgi?$1$2$3$4$5$6$7$8$9-$10-$0", ["abcdefghij"]),
    ("unset_group", "RewriteRule ^g(x)?(y)?$ t.cgi?[$1][$2]", ["g", "gx", "gy", "gxy"]),
    ("not_group", "RewriteRule !^(t\\.cgi)$ t.cgi?[$0][$1]", ["zzz"]),
    ("cond_group", "RewriteCond %{QUERY_STRING} ^(a+)=(b+)$\nRewriteRule ^foo$ t.cgi?[%0][%1][%2][%3]", ["foo?aa=b", "foo?c"]),
    ("last_cond_group", "RewriteCond %{QUERY_STRING} ^(.)\nRewriteCond %{REQUEST_METHOD} ^(.)\nRewriteRule ^foo$ t.cgi?[%0][%1]",
     ["foo?xyz"]),
    ("neg_cond_group", "RewriteCond %{QUERY_STRING} ^(.)\nRewriteCond %{REQUEST_METHOD} !^(P)\nRewriteRule ^foo$ t.cgi?[%0][%1]",
     ["foo?xyz"]),
    ("nonre_cond_group", "RewriteCond %{QUERY_STRING} ^(.)\nRewriteCond %{REQUEST_METHOD} =GET\nRewriteRule ^foo$ t.cgi?[%0][%1]",
     ["foo?xyz"]),
    ("or_cond_group", "RewriteCond %{QUERY_STRING} ^(a)(.) [OR]\nRewriteCond %{QUERY_STRING} ^(x)(.)\nRewriteRule ^foo$ t.cgi?[%0][%1][%2]",
     ["foo?abc", "foo?xyz", "foo?nop"]),
    ("fail_keeps_group", "RewriteCond %{QUERY_STRING} ^(a)\nRewriteCond %{REQUEST_METHOD} ^(P) [OR]\nRewriteCond %{REQUEST_METHOD} =GET\n"
     "RewriteRule ^foo$ t.cgi?[%0][%1]", ["foo?abc"]),
    ("group_in_cond", "RewriteCond $1|%{QUERY_STRING} ^(.*)\\|\\1$\nRewriteRule ^(.*)/same$ t.cgi?[$1][%1]", ["ab/same?ab", "ab/same?ac"]),
    ("cond_refers_cond", "RewriteCond %{QUERY_STRING} ^(.)(.)\nRewriteCond %2%1 ^(.)(.)$\nRewriteRule ^foo$ t.cgi?[%1][%2]",
     ["foo?xy"]),
    ("no_cond_group", "RewriteRule ^foo$ t.cgi?[%0][%1]", ["foo"]),
    ("stale_cond_group", "RewriteCond %{QUERY_STRING} ^(.)\nRewriteRule ^foo$ bar\nRewriteRule ^bar$ t.cgi?[%1]", ["foo?x"]),
    ("expr_group", "RewriteCond expr \"%{QUERY_STRING} =~ /^(.)(.)/\"\nRewriteRule ^foo$ t.cgi?[%0][%1][%2]", ["foo?xyz"]),
    # --- text ---
    ("backslash", "RewriteRule ^foo$ t.cgi?\\$1\\%{X}\\a\\\\b", ["foo"]),
    ("dollars", "RewriteRule ^foo$ t.cgi?$x$\nRewriteRule ^bar$ t.cgi?100%\nRewriteRule ^baz$ t.cgi?%x-$-%", ["foo", "bar", "baz"]),
    ("amp", "RewriteRule ^(foo)$ t.cgi?a&b=$1", ["foo"]),
    ("open_brace", "RewriteRule ^foo$ t.cgi?${x\nRewriteRule ^bar$ t.cgi?%{x\nRewriteRule ^baz$ t.cgi?${x}\nRewriteRule ^q$ t.cgi?%{}", ["foo", "bar", "baz", "q"]),
    ("quotes", "RewriteRule \"^c d$\" \"c d.txt\"\nRewriteRule ^e\\ f$ c\\ d.txt\nRewriteRule '^g$' 'a.txt'", ["c%20d", "e%20f", "g"]),
    ("quote_escape", 'RewriteRule "^a\\"b$" "t.cgi?\\"x\\""', ["a%22b"]),
    ("nomap", "RewriteRule ^foo$ t.cgi?[${nomap:x}][${nomap:x|d}]", ["foo"]),
    # --- query strings ---
    ("qs", "RewriteRule ^1$ t.cgi?x=1\nRewriteRule ^2$ t.cgi?x=1 [QSA]\nRewriteRule ^3$ t.cgi?\nRewriteRule ^4$ t.cgi [QSD]\n"
     "RewriteRule ^5$ t.cgi\nRewriteRule ^6$ t.cgi? [QSA]\nRewriteRule ^7$ t.cgi?x [QSD,QSA]\nRewriteRule ^8$ t.cgi?a&\n"
     "RewriteRule ^9$ t.cgi?a=1?b=2\nRewriteRule ^10$ t.cgi?&a [QSA]",
     [f"{n}{q}" for n in range(1, 11) for q in ("?y=2", "", "?")]),
    ("qs_r", "RewriteRule ^1$ /x?x=1 [R,L]\nRewriteRule ^2$ /x?x=1 [R,QSA,L]\nRewriteRule ^3$ /x? [R,L]\nRewriteRule ^4$ /x [R,QSD,L]\n"
     "RewriteRule ^5$ /x [R,L]\nRewriteRule ^6$ /x? [R,QSA,L]",
     [f"{n}{q}" for n in range(1, 7) for q in ("?y=2", "", "?y=%20%41%C3%A9&z='\"", "?")]),
    ("qsl", "RewriteRule ^1$ q?m.txt? [QSL]\nRewriteRule ^2$ q?m.txt?a=b [QSL]\nRewriteRule ^3$ q?m.txt [QSL]\nRewriteRule ^4$ /qsl/a.txt?a?b [QSL,R]",
     ["1", "2", "3", "4"]),
    ("qs_chars", "RewriteRule ^q/(.*)$ t.cgi?$1", ["q/a", "q/a%20b", "q/a%0ab", "q/a%26b", "q/a%2541", "q/%C3%A9", "q/a+b", "q/a%23b"]),
    ("qs_chars_r", "RewriteRule ^q/(.*)$ /t?$1 [R]", ["q/a", "q/a%20b", "q/a%0ab", "q/a%26b", "q/a%2541", "q/%C3%A9", "q/a+b"]),
    ("qs_chars_rne", "RewriteRule ^q/(.*)$ /t?$1 [R,NE]", ["q/a", "q/a%20b", "q/a%0ab", "q/a%26b", "q/a%2541", "q/%C3%A9", "q/a+b"]),
    # --- escaping ---
    ("b", "RewriteRule ^q/(.*)$ t.cgi?$1 [B]", ["q/a%20b", "q/a%26b", "q/a_b-c.d~e", "q/a/b", "q/%C3%A9", "q/a%3Fb", "q/a+b", "q/%0a", "q/a:b@c!$'()*,;="]),
    ("b_list", 'RewriteRule ^q/(.*)$ t.cgi?$1 "[B= ?&]"', ["q/a%20b", "q/a%26b", "q/a%3Fb/c"]),
    ("b_bne", "RewriteRule ^q/(.*)$ t.cgi?$1 [B,BNE=/:]", ["q/a/b:c%26"]),
    ("bne_b", "RewriteRule ^q/(.*)$ t.cgi?$1 [BNE=/:,B]", ["q/a/b:c%26"]),
    ("bctls", "RewriteRule ^q/(.*)$ t.cgi?$1 [BCTLS]", ["q/a%20b", "q/a%26b", "q/a%0ab", "q/a%7fb", "q/%C3%A9"]),
    ("bctls_b", "RewriteRule ^q/(.*)$ t.cgi?$1 [BCTLS,B=&]", ["q/a%20b", "q/a%26b", "q/a%0ab"]),
    ("bnp", "RewriteRule ^q/(.*)$ t.cgi?$1 [B,BNP]", ["q/a%20b", "q/a+b"]),
    ("bnp_alone", "RewriteRule ^q/(.*)$ t.cgi?$1 [BNP]", ["q/a%20b", "q/a+b"]),
    ("bne_alone", "RewriteRule ^q/(.*)$ t.cgi?$1 [BNE=x]", ["q/a%26b"]),
    ("b_cond", "RewriteCond %{QUERY_STRING} ^(.*)$\nRewriteRule ^foo$ t.cgi?%1 [B]", ["foo?a=b&c"]),
    ("b_path", "RewriteRule ^q/(.*)$ $1 [B]", ["q/c%20d.txt", "q/sub/a.txt"]),
    ("b_path_bnp", "RewriteRule ^q/(.*)$ $1 [B,BNP]", ["q/c%20d.txt", "q/sub/a.txt"]),
    ("b_env", "RewriteRule ^q/(.*)$ t.cgi [B,E=V:$1]", ["q/a%26b"]),
    ("ne", "RewriteRule ^q/(.*)$ /t/$1 [R,NE]", ["q/a%20b", "q/a%23b", "q/a%2541", "q/a%3Fb", "q/%C3%A9"]),
    ("ne_lit", "RewriteRule ^1$ /t#frag [R,NE]\nRewriteRule ^2$ /t#frag [R]\nRewriteRule ^3$ /t%20x [R]\nRewriteRule ^4$ /t%20x [R,NE]\n"
     "RewriteRule ^5$ http://o.example/a%20b#c [R]\nRewriteRule ^6$ \"/a b\" [R]\nRewriteRule ^7$ /a;b=c,d:e@f&g=h+i~j!k*l'm(n) [R]",
     ["1", "2", "3", "4", "5", "6", "7", "5?z=1"]),
    ("esc_path", "RewriteRule ^q/(.*)$ /t/$1 [R]", ["q/a%20b", "q/a%23b", "q/a%2541", "q/%C3%A9", "q/a%22b", "q/a%3Cb", "q/a+b", "q/a%7Eb"]),
    ("percent", "RewriteRule ^q/(.*)$ $1", ["q/c%20d.txt", "q/p%2541.txt", "q/a%2etxt", "q/a%252etxt"]),
    # --- %3F ---
    ("m3f_lit", "RewriteRule ^f/(.*)$ t.cgi?p=$1", ["f/x%3Fy", "f/x%3fy?z"]),
    ("m3f_path", "RewriteRule ^f/(.*)$ $1", ["f/t.cgi%3Fx", "f/t.cgi"]),
    ("m3f_unsafe", "RewriteRule ^f/(.*)$ $1 [UnsafeAllow3F]", ["f/t.cgi%3Fx=1"]),
    ("m3f_both", "RewriteRule ^f/(.*)$ $1.txt?x", ["f/a%3Fx=1"]),
    ("m3f_b", "RewriteRule ^f/(.*)$ $1 [B]", ["f/t.cgi%3Fx=1", "f/q%3Fm.txt"]),
    ("m3f_cond", "RewriteCond %{REQUEST_URI} ^/[^/]*/(.*)$\nRewriteRule ^f/ /m3f_cond/%1", ["f/t.cgi%3Fx=1"]),
    ("m3f_var", "RewriteRule ^f/ t.cgi/%{REQUEST_URI}", ["f/t.cgi%3Fx=1"]),
    ("m3f_qs", "RewriteCond %{QUERY_STRING} (.+)\nRewriteRule ^f/ %1", ["f/?t.cgi?x=%3f", "f/%3f?t.cgi?x=1"]),
    ("m3f_r", "RewriteRule ^f/(.*)$ /x/$1 [R]", ["f/a%3Fx=1"]),
    ("m3f_qsl", "RewriteRule ^f/(.*)$ t.cgi?x=$1 [QSL]", ["f/a%3Fx=1"]),
    ("m3f_qsl2", "RewriteRule ^f/(.*)$ $1? [QSL]", ["f/q%3Fm.txt"]),
    # --- flow ---
    ("chain", "RewriteRule ^one$ two [C]\nRewriteRule ^two$ a.txt\nRewriteRule ^two$ b.txt", ["one", "two"]),
    ("chain3", "RewriteRule ^x one [C]\nRewriteRule ^no no [C]\nRewriteRule . a.txt\nRewriteRule ^one$ b.txt [L]", ["x", "y", "no"]),
    ("skip", "RewriteRule ^x$ - [S=1]\nRewriteRule . a.txt [L]\nRewriteRule ^x$ b.txt", ["x", "y"]),
    ("skip_far", "RewriteRule ^x$ - [S=100]\nRewriteRule . a.txt [L]", ["x", "y"]),
    ("next", "RewriteRule ^(.*)A(.*)$ $1b$2 [N]\nRewriteRule ^bbb$ a.txt", ["AAA", "AbA", "A"]),
    ("next_limit", "RewriteRule ^(.*)$ $1x [N=10]", ["a"]),
    ("next_max", "RewriteRule ^(x+)A(.*)$ $1xA [N=3]\n", ["xA", "xB"]),
    ("last", "RewriteRule ^x$ a.txt [L]\nRewriteRule . b.txt [L]", ["x"]),
    ("end", "RewriteRule ^x$ a.txt [END]\nRewriteRule . b.txt [END]", ["x", "y"]),
    ("loop", "RewriteRule (.*) x/$1 [L]", ["a.txt"]),
    ("loop_end", "RewriteRule (.*) x/$1 [END]", ["a.txt"]),
    ("self", "RewriteRule ^(.*)$ $1", ["a.txt", "none"]),
    ("self_q", "RewriteRule ^(.*)$ $1?x", ["a.txt"]),
    ("two_rules", "RewriteRule ^x$ y\nRewriteRule ^y$ a.txt", ["x"]),
    ("after_abs", "RewriteRule ^x$ /after_abs/y\nRewriteRule ^y$ a.txt\nRewriteRule ^/after_abs/y$ b.txt", ["x"]),
    ("after_r", "RewriteRule ^x$ /y [R]\nRewriteRule ^http /z [R]", ["x"]),
    ("after_r2", "RewriteRule ^x$ /y [R=301]\nRewriteRule y$ /w", ["x"]),
    ("after_url", "RewriteRule ^x$ http://o.example/y\nRewriteRule y$ z.txt", ["x"]),
    ("nc", "RewriteRule ^FOO$ a.txt [NC]\nRewriteRule ^(bar)$ t.cgi?$1 [NC]", ["foo", "Foo", "BAR"]),
    ("neg", "RewriteRule !^(a|t)\\. b.txt [L]", ["a.txt", "zzz"]),
    ("pt", "RewriteRule ^foo$ /al/a.txt [PT]", ["foo"]),
    ("no_pt", "RewriteRule ^foo$ /al/a.txt", ["foo"]),
    # --- effects ---
    ("env", "RewriteRule ^x$ t.cgi [E=A:1,E=B,E=C:x:y,E=!D,E=:z]", ["x"]),
    ("env_stay", "RewriteRule ^t.cgi$ - [E=A:1,E=B:%{QUERY_STRING},E=C:$0]\nRewriteRule ^t.cgi$ - [E=!B]", ["t.cgi?x"]),
    ("env_var", "RewriteRule ^t.(cgi)$ - [E=$1X:1,E=N%{REQUEST_METHOD}:2]", ["t.cgi"]),
    ("env_seen", "RewriteRule ^t.cgi$ - [E=A:yes]\nRewriteCond %{ENV:A} =yes\nRewriteRule ^t.cgi$ - [E=B:seen]", ["t.cgi"]),
    ("env_quoted", 'RewriteRule ^t.cgi$ - "[E=A:x y, E=B:2]"', ["t.cgi"]),
    ("env_auth", "RewriteRule .* - [E=HTTP_AUTHORIZATION:%{HTTP:Authorization}]", [("t.cgi", {"Authorization": "Basic abc"}), "t.cgi"]),
    ("env_twice", "RewriteRule ^x$ y [E=A:1]\nRewriteRule ^y$ t.cgi [E=B:2]", ["x"]),
    ("env_unset_inherited", "SetEnv A 1\nSetEnvIf Host . B=1\nRewriteRule ^t.cgi$ - [E=!A,E=!B]", ["t.cgi"]),
    ("co", "RewriteRule ^a.txt$ - [CO=n:v:.example.com]\nRewriteRule ^b.txt$ - [CO=n:v:.example.com:0:/p:secure:HttpOnly:Lax]\n"
     "RewriteRule ^c$ a.txt [CO=;n;a:b;.example.com;0;/;1;1;None]\nRewriteRule ^d$ a.txt [CO=n:v]\nRewriteRule ^e$ a.txt [CO=n:$0:d::/]\n"
     "RewriteRule ^f$ a.txt [CO=n:v:d:-1]\nRewriteRule ^g$ /x [R,L,CO=n:v:d:0::true:true:false]\nRewriteRule ^h$ - [F,CO=n:v:d:0::0:0:0]\n"
     "RewriteRule ^i$ a.txt [CO=n:1:d,CO=m:2:d,CO=n:3:d]",
     ["a.txt", "b.txt", "c", "d", "e", "f", "g", "h", "i"]),
    ("type", "RewriteRule ^a.txt$ - [T=application/x-foo]\nRewriteRule ^b.txt$ - [T=Text/HTML]\nRewriteRule ^x$ a.txt [T=image/png]",
     ["a.txt", "b.txt", "x"]),
    ("handler", "RewriteRule ^a.txt$ - [H=no-such-handler]\nRewriteRule ^x$ a.txt [H=no-such-handler]\nRewriteRule ^e$ - [H=cgi-script]", ["a.txt", "x", "e"]),
    ("status_env", "RewriteRule ^x$ - [F,E=A:1]", ["x"]),
    # --- conditions ---
    ("files", "\n".join(f"RewriteCond %{{REQUEST_FILENAME}} {t}\nRewriteRule . - [E=T{i}:1]" for i, t in
                        enumerate(("-f", "!-f", "-d", "!-d", "-s", "-l", "-h", "-L", "-x", "-F", "-U")))
     + "\nRewriteCond %{ENV:REDIRECT_STATUS} ^$\nRewriteRule . t.cgi?%{REQUEST_FILENAME}",
     ["a.txt", "none", "sub/", "sub", "none/more", "a.txt/pi", "t.cgi"]),
    ("wp", "RewriteRule .* - [E=HTTP_AUTHORIZATION:%{HTTP:Authorization}]\nRewriteBase /wp/\nRewriteRule ^t\\.cgi$ - [L]\n"
     "RewriteCond %{REQUEST_FILENAME} !-f\nRewriteCond %{REQUEST_FILENAME} !-d\nRewriteRule . /wp/t.cgi [L]",
     ["2024/hello/?x=1&y=%20z", ("2024/x", {"Authorization": "Basic abc"}), "a.txt", "sub", "sub/", "", "a%2Fb", "a%00b", "what%3Fis/", "t.cgi/x"]),
    ("strcmp", "\n".join(f"RewriteCond %{{QUERY_STRING}} \"{t}\"\nRewriteRule . - [E=T{i}:1]" for i, t in
                         enumerate(("=b", "<b", ">b", "<=b", ">=b", "!=b", "!<b", "=", "<", ">", "=B", "!>=b", "<=", ">=")))
     + "\nRewriteCond %{QUERY_STRING} =B [NC]\nRewriteRule . - [E=NC:1]\nRewriteCond %{QUERY_STRING} =\"\"\nRewriteRule . - [E=EMPTY:1]\n",
     ["t.cgi?a", "t.cgi?b", "t.cgi?c", "t.cgi", "t.cgi?bb", "t.cgi?B"]),
    ("numcmp", "\n".join(f"RewriteCond %{{QUERY_STRING}} {t}\nRewriteRule . - [E=T{i}:1]" for i, t in
                         enumerate(("-eq5", "-ne5", "-lt5", "-le5", "-gt5", "-ge5", "!-eq5", '"-eq 5"', "-eq", "-eqx", "-lt-3"))),
     ["t.cgi?5", "t.cgi?4", "t.cgi?10", "t.cgi?x", "t.cgi", "t.cgi?5x", "t.cgi?-4"]),
    ("dashes", "RewriteCond %{QUERY_STRING} -z\nRewriteRule . - [E=Z:1]\nRewriteCond %{QUERY_STRING} -fx\nRewriteRule . - [E=FX:1]\n"
     "RewriteCond %{QUERY_STRING} \\-f\nRewriteRule . - [E=BF:1]\nRewriteCond %{QUERY_STRING} -\nRewriteRule . - [E=D:1]\n"
     "RewriteCond %{QUERY_STRING} !\nRewriteRule . - [E=N:1]\nRewriteCond %{QUERY_STRING} !!a\nRewriteRule . - [E=NN:1]",
     ["t.cgi?-z", "t.cgi?-fx", "t.cgi?-f", "t.cgi?x", "t.cgi?a!a"]),
    ("or", "RewriteCond %{QUERY_STRING} a [OR]\nRewriteCond %{QUERY_STRING} b [OR]\nRewriteCond %{QUERY_STRING} c\nRewriteCond %{QUERY_STRING} z\n"
     "RewriteRule ^foo$ a.txt", ["foo?az", "foo?bz", "foo?cz", "foo?z", "foo?a"]),
    ("or_trailing", "RewriteCond %{QUERY_STRING} a [OR]\nRewriteRule ^foo$ a.txt", ["foo?a", "foo?b"]),
    ("expr", "RewriteCond expr \"%{QUERY_STRING} -strmatch 'x*'\"\nRewriteRule ^foo$ a.txt\nRewriteCond expr \"! (1 -eq 1)\"\nRewriteRule ^bar$ a.txt\n"
     "RewriteCond expr \"%{HTTP:X-A} == 'yes'\"\nRewriteRule ^baz$ a.txt",
     ["foo?xa", "foo?ya", "bar", ("baz", {"X-A": "yes"}), "baz"]),
    ("expr_nv", "RewriteCond expr \"%{HTTP:X-A} == 'yes'\" [NV]\nRewriteRule ^baz$ a.txt", [("baz", {"X-A": "yes"}), "baz"]),
    ("expr_neg", "RewriteCond expr \"true\"\nRewriteRule ^a$ a.txt\nRewriteCond expr \"false\"\nRewriteRule ^b$ a.txt\nRewriteCond expr true\nRewriteCond expr false [OR]\n"
     "RewriteCond expr true\nRewriteRule ^c$ a.txt", ["a", "b", "c"]),
    ("expr_not", "RewriteCond !expr true\nRewriteRule ^a$ a.txt", ["a"]),
    ("vary", "RewriteCond %{HTTP_USER_AGENT} x\nRewriteRule ^foo$ a.txt\nRewriteCond %{HTTP:Accept-Encoding} gzip\nRewriteRule ^b.txt$ - [L]\n"
     "RewriteCond %{HTTP_HOST} test\nRewriteRule ^h$ a.txt\nRewriteCond %{HTTP:X-A} a [NV]\nRewriteRule ^nv$ a.txt\n"
     "RewriteCond %{HTTP:X-A} a [OR]\nRewriteCond %{HTTP:X-B} b\nRewriteRule ^or$ a.txt\n"
     "RewriteCond %{HTTP:X-A}%{HTTP:X-B} ab\nRewriteRule ^two$ a.txt\nRewriteCond %{HTTP:X-A} a\nRewriteCond %{HTTP:X-B} b\nRewriteRule ^and$ a.txt\n"
     "RewriteCond %{HTTP:X-A} !a\nRewriteRule ^neg$ a.txt\nRewriteRule ^e$ a.txt [E=x:%{HTTP:X-A}]\nRewriteCond %{HTTP:X-A} a\nRewriteRule ^r$ /y [R]",
     [("foo", {"User-Agent": "x"}), ("foo", {"User-Agent": "y"}), ("b.txt", {"Accept-Encoding": "gzip"}), "b.txt", "h",
      ("nv", {"X-A": "a"}), ("or", {"X-A": "a"}), ("or", {"X-B": "b"}), ("two", {"X-A": "a", "X-B": "b"}), ("and", {"X-A": "a", "X-B": "b"}),
      ("and", {"X-A": "a"}), "neg", ("e", {"X-A": "a"}), ("r", {"X-A": "a"})]),
    ("nc_cond", "RewriteCond %{QUERY_STRING} ABC [NC]\nRewriteRule ^foo$ a.txt", ["foo?abc"]),
    # --- variables ---
    ("vars1", "RewriteRule ^v$ t.cgi?[%{REQUEST_URI}][%{REQUEST_METHOD}][%{QUERY_STRING}][%{SERVER_NAME}][%{SERVER_PROTOCOL}][%{PATH_INFO}][%{IS_SUBREQ}]", ["v?x=1"]),
    ("vars2", "RewriteRule ^v$ t.cgi?[%{HTTPS}][%{REQUEST_SCHEME}][%{CONN_REMOTE_ADDR}][%{REMOTE_ADDR}][%{REMOTE_HOST}][%{REMOTE_USER}][%{REMOTE_IDENT}][%{AUTH_TYPE}][%{IPV6}]", ["v"]),
    ("vars3", "RewriteRule ^v$ t.cgi?[%{SERVER_ADDR}][%{SERVER_ADMIN}][%{API_VERSION}][%{CONTEXT_PREFIX}][%{TIME_WDAY}][%{TIME_YEAR}][%{TIME_MON}][%{TIME_DAY}]", ["v"]),
    ("vars4", "RewriteRule ^v$ t.cgi?[%{HTTP_USER_AGENT}][%{HTTP_REFERER}][%{HTTP_COOKIE}][%{HTTP_FORWARDED}][%{HTTP_ACCEPT}][%{HTTP_PROXY_CONNECTION}][%{HTTP_X_A}][%{HTTP:X-A}][%{HTTP:x-a}]",
     [("v", {"User-Agent": "ua", "Referer": "re", "Cookie": "co=1", "Forwarded": "fo", "Accept": "ac", "X-A": "xa"})]),
    ("vars5", "RewriteRule ^v$ t.cgi?[%{ENV:PATH}][%{ENV:NONE}][%{SSL:SSL_PROTOCOL}][%{UNKNOWN}][%{request_uri}][%{REQUEST_STATUS}][%{HANDLER}][%{DOCUMENT_URI}]", ["v"]),
    ("vars6", "RewriteCond %{THE_REQUEST} ^(.*)$\nRewriteRule ^v$ t.cgi?%1 [B]", ["v?a%20b", "%76"]),
    ("vars7", "RewriteRule ^v$ t.cgi?[%{SCRIPT_USER}][%{SCRIPT_GROUP}][%{SERVER_PORT_SECURE}][%{HTTP2}][%{CONTENT_TYPE}][%{LAST_MODIFIED}]", ["v"]),
    ("vars7b", "RewriteRule ^a.txt$ t.cgi?[%{SCRIPT_USER}][%{SCRIPT_GROUP}]", ["a.txt"]),
    ("vars8", "RewriteRule ^v$ t.cgi?[%{ENV:REDIRECT_STATUS}][%{HTTP:%{REQUEST_METHOD}}][%{ENV:A$0}][%{SSL:HTTPS}]", ["v"]),
    ("vars9", "RewriteCond %{REQUEST_FILENAME} ^.*/([^/]+/[^/]*)$\nRewriteRule ^v t.cgi?[%1][%{PATH_INFO}]", ["v", "v/w", "v/w/x"]),
    ("la_u", "RewriteRule ^v$ t.cgi?[%{LA-U:IS_SUBREQ}][%{LA-F:IS_SUBREQ}][%{LA-F:REQUEST_URI}]", ["v"]),
    ("la_u2", "RewriteCond %{LA-U:HTTP:X-A} ^(.*)$\nRewriteRule ^v$ t.cgi?[%1]", [("v", {"X-A": "xa"})]),
    ("cond_u", "RewriteCond /cond_u/a.txt -U\nRewriteRule . - [E=T1:1]\nRewriteCond /cond_u/none -U\nRewriteRule . - [E=T2:1]\nRewriteCond /deny/a.txt -U\nRewriteRule . - [E=T3:1]\n"
     "RewriteCond a.txt -U\nRewriteRule . - [E=T4:1]", ["t.cgi"]),
    ("cond_f", "RewriteCond %{DOCUMENT_ROOT}/cond_f/a.txt -F\nRewriteRule . - [E=T1:1]\nRewriteCond %{DOCUMENT_ROOT}/none -F\nRewriteRule . - [E=T2:1]\n"
     "RewriteCond %{DOCUMENT_ROOT}/deny/a.txt -F\nRewriteRule . - [E=T3:1]\nRewriteCond a.txt -F\nRewriteRule . - [E=T4:1]\nRewriteCond %{DOCUMENT_ROOT}/cond_f -F\nRewriteRule . - [E=T5:1]", ["t.cgi"]),
    # --- path information ---
    ("pathinfo", "RewriteRule ^(.*)$ - [E=S:$1]\nRewriteRule ^foo t.cgi?$1", ["t.cgi/a/b", "foo/bar/baz", "a.txt/x"]),
    ("pathinfo2", "RewriteRule ^t.cgi/(.*)$ a.txt/$1", ["t.cgi/x"]),
    ("pathinfo3", "RewriteRule ^t.cgi(.*)$ y$1\nRewriteRule ^(.*)$ t.cgi?$1 [END]", ["t.cgi/x/y"]),
    ("dpi", "RewriteRule ^t.cgi(.*)$ y$1 [DPI]\nRewriteRule ^(.*)$ t.cgi?$1 [END]", ["t.cgi/x/y"]),
    ("dpi2", "RewriteRule ^foo/(.*)$ t.cgi [DPI,END]", ["foo/x/y"]),
    ("dpi3", "RewriteRule ^foo/(.*)$ t.cgi [END]", ["foo/x/y"]),
    ("dpi4", "RewriteRule ^t.cgi - [DPI]\nRewriteRule ^(.*)$ - [E=S:$1]", ["t.cgi/x/y"]),
    # --- directories ---
    ("noslash", "RewriteRule ^(.*)$ - [E=S:$1]\nRewriteRule ^$ a.txt", ["", "sub", "sub/"]),
    ("dirindex", "RewriteRule ^index.html$ /dirindex/r [R,L]\nRewriteRule ^sub/index.html$ a.txt", ["", "index.html", "sub/"]),
    ("dirindex_ns", "RewriteRule ^index.html$ a.txt [NS]", ["", "index.html"]),
    ("dirindex_r", "RewriteRule ^index.html$ b.txt", ["", "index.html"]),
    ("canindex", "RewriteCond %{THE_REQUEST} \" /canindex/index.html\"\nRewriteRule ^index.html$ /canindex/ [R=301,L]\nRewriteCond %{REQUEST_FILENAME} !-f\nRewriteRule ^ index.html [L]",
     ["index.html?a=1", "", "x"]),
    ("trailing", "RewriteCond %{REQUEST_FILENAME} !-d\nRewriteCond %{REQUEST_URI} (.+)/$\nRewriteRule ^ %1 [L,R=301]\nRewriteCond %{REQUEST_FILENAME} !-d\n"
     "RewriteCond %{REQUEST_FILENAME} !-f\nRewriteRule ^ t.cgi [L]", ["about/?x=1", "a%20b/", "sub/", "x", "x/y/"]),
    ("off", "RewriteEngine off\nRewriteRule . a.txt", ["none"]),
    ("cgi_prog", "RewriteRule ^s/(.*)$ t.cgi/$1", ["s/a/b", "s/", "s/a%20b"]),
    ("hash", "RewriteRule ^(.*)$ - [E=S:%{REQUEST_URI}]", ["t.cgi?a#b"]),
    ("proxy_none", "RewriteRule ^p$ http://127.0.0.1:1/ [P]", ["p"]),
    ("big", "RewriteRule ^(.*)$ $1$1 [N]", ["ab"]),
    ("dot", "RewriteRule . - [E=DOT:$0]\nRewriteRule .? - [E=OPT:$0]\nRewriteRule .* - [E=ALL:$0]\nRewriteRule (.+) - [E=SOME:$1]\nRewriteRule ^t - [E=BEGIN:$0]\n"
     "RewriteRule i$ - [E=LAST:$0]\nRewriteRule ^t\\.cgi$ - [E=WHOLE:$0]\nRewriteRule ^ - [E=NIL:[$0]]\nRewriteRule $ - [E=EOL:[$0]]\nRewriteRule \"\" - [E=EMPTY:[$0]]", ["t.cgi"]),
    ("lf", "RewriteRule ^a.b$ - [R=410]\nRewriteRule ^(.*)$ t.cgi?ok", ["a%0Ab", "x%0A", "y"]),
    ("dollar_lf", "RewriteRule ^x$ - [G]", ["x%0A", "x"]),
]

SERVER = [
    ("sv-local", "RewriteRule ^/foo$ /a.txt", ["/foo", "/foo?x", "/a.txt"]),
    ("sv-full", "RewriteRule ^/foo$ {docroot}/s/a.txt", ["/foo"]),
    ("sv-var", "RewriteRule ^/foo/(.*)$ %{DOCUMENT_ROOT}/$1", ["/foo/a.txt", "/foo/none"]),
    ("sv-var-ups", "RewriteRule ^/foo/(.*)$ %{DOCUMENT_ROOT}/$1 [UnsafePrefixStat]", ["/foo/a.txt", "/foo/none"]),
    ("sv-ref", "RewriteRule ^/x(.*)$ $1", ["/x/etc/passwd", "/x/a.txt", "/x{docroot}/s/a.txt"]),
    ("sv-ref-ups", "RewriteRule ^/x(.*)$ $1 [UnsafePrefixStat]", ["/x/a.txt", "/x{docroot}/s/a.txt"]),
    ("sv-ref2", "RewriteRule ^/x/(.*)$ /$1", ["/x/a.txt", "/x{docroot}/s/a.txt", "/x/etc/passwd"]),
    ("sv-ref3", "RewriteRule ^/x/(.*)$ ${1}/a", ["/x/a.txt"]),
    ("sv-etc", "RewriteRule ^/p$ /etc/passwd\nRewriteRule ^/d$ /etc\nRewriteRule ^/r$ /", ["/p", "/d", "/r"]),
    ("sv-seg", "RewriteRule ^/y(.*)$ /et$1\nRewriteRule ^/z(.*)$ /etc$1\nRewriteRule ^/w(.*)$ /etc/$1\nRewriteRule ^/v(.*)$ /etc/pass$1",
     ["/yc/passwd", "/z/passwd", "/wpasswd", "/vwd"]),
    ("sv-chainref", "RewriteRule ^/y(.*)$ $1\nRewriteRule ^/etc/passwd$ -\nRewriteRule ^/(etc/group)$ /$1", ["/y/etc/passwd", "/y/etc/group"]),
    ("sv-rel2", "RewriteRule ^/sub/foo$ a.txt\nRewriteRule ^/x/y/(.*)$ sub/$1", ["/sub/foo", "/x/y/a.txt"]),
    ("sv-rel", "RewriteRule ^/foo$ a.txt", ["/foo"]),
    ("sv-rel-r", "RewriteRule ^/foo$ a.txt [R]", ["/foo"]),
    ("sv-r", "RewriteRule ^/foo(.*)$ /bar$1 [R=301,L]", ["/foo", "/foo/x%20y?z=%20", "/foo%3Fx", "/foo%25"]),
    ("sv-url", "RewriteRule ^/foo(.*)$ http://o.example/bar$1\nRewriteRule ^/h$ http://%{HTTP_HOST}/a.txt", ["/foo/x?y", "/h"]),
    ("sv-own", "RewriteRule ^/foo$ http://sv-own:%{SERVER_PORT}/a.txt\nRewriteRule ^/e$ http://sv-own:%{SERVER_PORT}/etc/passwd\nRewriteRule ^/n$ http://sv-own:%{SERVER_PORT}", ["/foo", "/e", "/n"]),
    ("sv-own-legacy", "RewriteOptions LegacyPrefixDocRoot\nRewriteRule ^/e$ http://sv-own-legacy:%{SERVER_PORT}{docroot}/s/a.txt", ["/e"]),
    ("sv-pt", "RewriteRule ^/foo$ /al/a.txt [PT]\nRewriteRule ^/bar$ /al/a.txt\nRewriteRule ^/cgi$ /cg/t.cgi/p [PT]\nRewriteRule ^/red$ /redir [PT]\nRewriteRule ^/al/b - [PT]\nRewriteRule ^/al/c - [L]",
     ["/foo", "/bar", "/cgi?x=1", "/red", "/al/b.txt", "/al/c"]),
    ("sv-pt2", "RewriteRule ^/one$ /al/a.txt\nRewriteRule ^/al/ - [PT]", ["/one"]),
    ("sv-end", "RewriteRule ^/foo$ /ht/zz [END]\nRewriteRule ^/bar$ /ht/zz [L]", ["/foo", "/bar", "/ht/zz"]),
    ("sv-f", "RewriteRule ^/foo$ - [F]\nRewriteRule ^/g - [G]\nRewriteRule ^/e$ - [R=404]", ["/foo", "/g", "/e"]),
    ("sv-cond", "RewriteCond %{REQUEST_FILENAME} !-f\nRewriteRule ^/(.*\\.txt)$ /t.cgi?$1", ["/a.txt", "/none.txt"]),
    ("sv-cond2", "RewriteCond %{DOCUMENT_ROOT}%{REQUEST_URI} !-f\nRewriteRule ^/(.*\\.txt)$ /t.cgi?$1", ["/a.txt", "/none.txt"]),
    ("sv-la", "RewriteCond %{LA-U:REQUEST_FILENAME} -f\nRewriteRule ^/(.*\\.txt)$ /t.cgi?is:$1", ["/a.txt", "/none.txt"]),
    ("sv-la2", "RewriteRule ^/v$ /t.cgi?[%{LA-U:REQUEST_URI}][%{LA-F:REQUEST_URI}][%{LA-U:IS_SUBREQ}]", ["/v"]),
    ("sv-u", "RewriteCond /a.txt -U\nRewriteRule ^/t.cgi - [E=T1:1]\nRewriteCond /none -U\nRewriteRule ^/t.cgi - [E=T2:1]\nRewriteCond %{DOCUMENT_ROOT}/a.txt -F\nRewriteRule ^/t.cgi - [E=T3:1]", ["/t.cgi"]),
    ("sv-env", "RewriteRule ^/t.cgi - [E=A:1,E=B:$0]", ["/t.cgi"]),
    ("sv-type", "RewriteRule ^/a.txt$ - [T=application/x-foo]\nRewriteRule ^/b.txt$ /b.txt [T=application/x-bar]\nRewriteRule ^/e$ /t.cgi [H=cgi-script]\nRewriteRule ^/h /a.txt [H=no-such]",
     ["/a.txt", "/b.txt", "/e", "/h"]),
    ("sv-co", "RewriteRule ^/a.txt$ - [CO=n:v:d]", ["/a.txt"]),
    ("sv-3f", "RewriteRule ^/html/(.+)$ /$1.html\nRewriteRule ^/f/(.*)$ /t.cgi?p=$1\nRewriteRule ^/u/(.*)$ /$1 [UnsafeAllow3F]",
     ["/html/page%3fooo", "/f/x%3Fy", "/u/t.cgi%3Fx"]),
    ("sv-qs", "RewriteRule ^/1$ /t.cgi?x=1\nRewriteRule ^/2$ /t.cgi?x=1 [QSA]\nRewriteRule ^/3$ /t.cgi?\nRewriteRule ^/4$ /t.cgi [QSD]\nRewriteRule ^/5$ /t.cgi\nRewriteRule ^/q/(.*)$ /t.cgi?$1",
     [f"/{n}?y=2" for n in range(1, 6)] + ["/q/a%20b", "/q/a%0Ab", "/q/%C3%A9"]),
    ("sv-any", "RewriteRule ^/?(.*)$ /a.txt", ["*", "/x"]),
    ("sv-home", "RewriteRule ^/u/(.*)$ /~root/$1\nRewriteRule ^/n/(.*)$ /~nosuchuser9/$1", ["/u/x", "/n/x"]),
    ("sv-slashes", "RewriteRule ^/foo$ //a.txt\nRewriteRule ^/bar/(.*)$ /$1\nRewriteRule ^/r/(.*)$ /$1 [R]", ["/foo", "/bar//a.txt", "//bar/a.txt", "/r//o.example/"]),
    ("sv-loop", "RewriteRule ^(.*)$ $1x [N=5]", ["/a"]),
    ("sv-up", "RewriteRule ^/foo$ /../../etc/passwd\nRewriteRule ^/bar$ /sub/../a.txt", ["/foo", "/bar"]),
    ("sv-percent", "RewriteRule ^/q/(.*)$ /$1", ["/q/c%20d.txt", "/q/p%2541.txt", "/q/q%3Fm.txt"]),
    ("sv-ns", "RewriteRule ^/index.html$ /a.txt [NS]", ["/", "/index.html"]),
    ("sv-idx", "RewriteRule ^/index.html$ /a.txt", ["/", "/index.html"]),
    ("sv-idxr", "RewriteRule ^/index.html$ /r [R]", ["/", "/index.html"]),
    ("sv-htr", "RewriteRule ^/ht/back$ /a.txt", ["/ht/x", "/ht/back"]),
    ("sv-empty", "", ["/t.cgi", "/a.txt"]),
    ("sv-proxy-none", "RewriteRule ^/p$ http://127.0.0.1:1/ [P]", ["/p"]),
    ("sv-relfs", "RewriteRule ^/foo/(.*)$ {docroot}/s/$1", ["/foo/a.txt", "/foo/../../x", "/foo/%2e%2e/x"]),
    ("sv-dash", "RewriteRule ^/a.txt$ -", ["/a.txt"]),
    ("sv-scripturl", "RewriteRule ^/x$ /t.cgi", ["/x?q", "/t.cgi"]),
    ("sv-nc", "RewriteRule ^/FOO$ /a.txt [NC]", ["/foo"]),
]
