"""Where newer releases of libraries have names that the last releases for Python 2 had elsewhere, by their notes."""

from __future__ import annotations

from migration.rules._moves import Move, semantic

_BUILTINS = {
    "bool": "bool", "complex": "complex", "float": "float", "int": "int", "long": "int", "object": "object",
    "str": "str", "unicode": "str",
}  # fmt: skip
#: NumPy up to 1.19 gave Python's own types these names (gone in 1.24); others are spelled otherwise since 1.24 or 2.0.
_NUMPY = {
    "Inf": "inf", "Infinity": "inf", "NaN": "nan", "NAN": "nan", "PINF": "inf",
    "complex_": "complex128", "cumproduct": "cumprod", "float_": "float64", "infty": "inf", "mat": "asmatrix",
    "product": "prod", "rank": "ndim", "row_stack": "vstack", "singlecomplex": "complex64",
    "string_": "bytes_", "unicode_": "str_",
}  # fmt: skip
#: What SciPy up to 1.11 handed on from NumPy as it is; roots, logarithms and powers were its own.
_OF_NUMPY = (
    "absolute", "all", "any", "append", "arange", "arctan", "arctan2", "argmax", "argmin", "argsort", "array",
    "asarray", "average", "ceil", "clip", "concatenate", "conj", "copy", "cos", "cosh", "cov", "cross",
    "cumsum", "diag", "diff", "dot", "exp", "eye", "floor", "histogram", "hstack", "identity", "inf", "inner",
    "interp", "isfinite", "isinf", "isnan", "kron", "linspace", "logical_and", "logical_not", "logical_or",
    "logspace", "matrix", "maximum", "mean", "median", "minimum", "mod", "nan", "ndarray", "newaxis",
    "nonzero", "ones", "ones_like", "outer", "pi", "polyfit", "polyval", "prod", "random", "ravel", "reshape",
    "searchsorted", "sign", "sin", "sinh", "size", "sort", "squeeze", "std", "sum", "tan", "tanh", "tile",
    "trace", "transpose", "unique", "var", "vstack", "where", "zeros", "zeros_like",
)  # fmt: skip
_MARKUP = ("Markup", "escape")
_FILTERS = {
    "contextfilter": "pass_context", "contextfunction": "pass_context",
    "environmentfilter": "pass_environment", "environmentfunction": "pass_environment",
    "evalcontextfilter": "pass_eval_context", "evalcontextfunction": "pass_eval_context",
}  # fmt: skip
#: What `werkzeug` itself had up to 0.16 → the module that defines it.
_WERKZEUG = {
    "datastructures": (
        "CallbackDict", "CombinedMultiDict", "EnvironHeaders", "FileStorage", "Headers", "ImmutableDict",
        "ImmutableList", "ImmutableMultiDict", "MultiDict", "OrderedMultiDict", "TypeConversionDict",
    ),
    "exceptions": ("abort",),
    "http": ("dump_cookie", "http_date", "parse_cookie", "parse_date", "parse_etags", "parse_options_header"),
    "local": ("Local", "LocalManager", "LocalProxy", "LocalStack", "release_local"),
    "security": ("check_password_hash", "generate_password_hash", "safe_join"),
    "serving": ("run_simple",),
    "test": ("Client", "EnvironBuilder", "create_environ", "run_wsgi_app"),
    "utils": ("append_slash_redirect", "cached_property", "find_modules", "import_string", "redirect",
              "secure_filename"),
    "wrappers": ("Request", "Response"),
    "wsgi": ("ClosingIterator", "FileWrapper", "get_current_url", "get_host", "responder", "wrap_file"),
}  # fmt: skip
_DJANGO = {
    "conf.urls.defaults.include": "conf.urls.include",
    "core.urlresolvers.NoReverseMatch": "urls.NoReverseMatch",
    "core.urlresolvers.Resolver404": "urls.Resolver404",
    "core.urlresolvers.get_resolver": "urls.get_resolver",
    "core.urlresolvers.resolve": "urls.resolve",
    "core.urlresolvers.reverse": "urls.reverse",
    "core.urlresolvers.reverse_lazy": "urls.reverse_lazy",
    "utils.encoding.force_text": "utils.encoding.force_str",
    "utils.encoding.force_unicode": "utils.encoding.force_str",
    "utils.encoding.smart_text": "utils.encoding.smart_str",
    "utils.encoding.smart_unicode": "utils.encoding.smart_str",
    "utils.translation.ugettext": "utils.translation.gettext",
    "utils.translation.ugettext_lazy": "utils.translation.gettext_lazy",
    "utils.translation.ugettext_noop": "utils.translation.gettext_noop",
    "utils.translation.ungettext": "utils.translation.ngettext",
    "utils.translation.ungettext_lazy": "utils.translation.ngettext_lazy",
}
#: What zope.component had up to version 4 → what zope.interface has of it.
_COMPONENTS = {
    "interfaces": (
        "ComponentLookupError", "IAdapterRegistration", "IComponentLookup", "IComponentRegistry", "IComponents",
        "IHandlerRegistration", "IObjectEvent", "IRegistered", "IRegistration", "IRegistrationEvent",
        "ISubscriptionAdapterRegistration", "IUnregistered", "IUtilityRegistration", "Invalid", "ObjectEvent",
        "Registered", "RegistrationEvent", "Unregistered",
    ),
    "registry": (
        "AdapterRegistration", "Components", "HandlerRegistration", "SubscriptionRegistration", "UtilityRegistration",
    ),
}  # fmt: skip
_LOCKS = ("Link", "Mkdir", "SQLite")
NAMES: dict[str, Move | str] = {
    **{f"numpy.{old}": f"builtins.{new}" for old, new in _BUILTINS.items()},
    **{f"numpy.{old}": f"numpy.{new}" for old, new in _NUMPY.items()},
    **{f"scipy.misc.{name}": semantic(f"scipy.special.{name}") for name in ("comb", "factorial", "logsumexp")},
    **{f"scipy.{name}": f"numpy.{name}" for name in _OF_NUMPY},
    "scipy.linalg.lapack.find_best_lapack_type": "scipy.linalg.find_best_blas_type",
    # What parts of documents that are text are called since lxml 5.
    "lxml.etree._ElementStringResult": semantic("lxml.etree._ElementUnicodeResult"),
    **{f"{place}.{name}": f"markupsafe.{name}" for place in ("jinja2", "jinja2.utils", "flask") for name in _MARKUP},
    "jinja2.utils.soft_unicode": "markupsafe.soft_str",
    "markupsafe.soft_unicode": "markupsafe.soft_str",
    **{f"jinja2.{old}": f"jinja2.{new}" for old, new in _FILTERS.items()},
    **{f"jinja2.filters.{old}": f"jinja2.{new}" for old, new in _FILTERS.items()},
    **{f"jinja2.utils.{old}": f"jinja2.{new}" for old, new in _FILTERS.items()},
    **{f"werkzeug.{name}": f"werkzeug.{place}.{name}" for place, names in _WERKZEUG.items() for name in names},
    "werkzeug.escape": "markupsafe.escape",
    "werkzeug.utils.escape": "markupsafe.escape",
    "werkzeug.BaseRequest": semantic("werkzeug.wrappers.Request"),
    "werkzeug.BaseResponse": semantic("werkzeug.wrappers.Response"),
    "werkzeug.wrappers.BaseRequest": semantic("werkzeug.wrappers.Request"),
    "werkzeug.wrappers.BaseResponse": semantic("werkzeug.wrappers.Response"),
    **{
        f"{place}.{name}": f"werkzeug.middleware.{module}.{name}"
        for module, name in (("shared_data", "SharedDataMiddleware"), ("dispatcher", "DispatcherMiddleware"))
        for place in ("werkzeug", "werkzeug.wsgi")
    },
    "werkzeug.contrib.fixers.ProxyFix": semantic("werkzeug.middleware.proxy_fix.ProxyFix"),
    **{
        f"zope.component.{module}.{name}": f"zope.interface.{module}.{name}"
        for module, names in _COMPONENTS.items()
        for name in names
    },
    # Classes up to lockfile 0.8, functions that make objects of these ever since.
    **{f"lockfile.{kind}FileLock": f"lockfile.{kind.lower()}lockfile.{kind}LockFile" for kind in _LOCKS},
    **{f"django.{old}": f"django.{new}" for old, new in _DJANGO.items()},
}  # fmt: skip
