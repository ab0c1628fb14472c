"""Where newer releases of libraries have names that the last releases for Python 2 had elsewhere, by their notes."""

from __future__ import annotations

from migration.rewriting.moves import Move, semantic

_BUILTINS = {
    "bool": "bool", "complex": "complex", "float": "float", "int": "int", "long": "int", "object": "object",
    "str": "str", "unicode": "str",
}  # fmt: skip
#: NumPy up to 1.19 gave Python's own types these names (gone in 1.24); others are spelled otherwise since 1.24 or 2.0.
_NUMPY = {
    "Inf": "inf", "Infinity": "inf", "NAN": "nan", "NaN": "nan", "PINF": "inf", "alltrue": "all",
    "complex_": "complex128", "cumproduct": "cumprod", "float_": "float64", "infty": "inf",
    "mat": "asmatrix", "product": "prod", "rank": "ndim", "round_": "round", "row_stack": "vstack",
    "singlecomplex": "complex64", "sometrue": "any", "string_": "bytes_", "unicode_": "str_",
}  # fmt: skip
#: What SciPy up to 1.11 handed on from NumPy as it is.
_OF_NUMPY = (
    "absolute", "add", "all", "allclose", "amax", "amin", "angle", "any", "append", "apply_along_axis",
    "apply_over_axes", "arange", "arccosh", "arcsinh", "arctan", "arctan2", "argmax", "argmin",
    "argpartition", "argsort", "argwhere", "around", "array", "array2string", "array_equal",
    "array_equiv", "array_repr", "array_split", "array_str", "asanyarray", "asarray", "asarray_chkfinite",
    "ascontiguousarray", "asfortranarray", "asmatrix", "atleast_1d", "atleast_2d", "atleast_3d",
    "average", "bartlett", "base_repr", "binary_repr", "bincount", "bitwise_and", "bitwise_not",
    "bitwise_or", "bitwise_xor", "blackman", "block", "bmat", "bool_", "broadcast", "broadcast_arrays",
    "broadcast_to", "byte", "bytes_", "c_", "can_cast", "cbrt", "cdouble", "ceil", "chararray", "choose",
    "clip", "clongdouble", "column_stack", "common_type", "complex128", "complex64", "complexfloating",
    "compress", "concatenate", "conj", "conjugate", "convolve", "copy", "copysign", "copyto", "corrcoef",
    "correlate", "cos", "cosh", "count_nonzero", "cov", "cross", "csingle", "cumprod", "cumsum",
    "datetime64", "deg2rad", "degrees", "delete", "diag", "diag_indices", "diag_indices_from", "diagflat",
    "diagonal", "diff", "digitize", "divide", "divmod", "dot", "double", "dsplit", "dstack", "dtype", "e",
    "ediff1d", "einsum", "einsum_path", "empty", "empty_like", "equal", "errstate", "euler_gamma", "exp",
    "exp2", "expand_dims", "expm1", "extract", "eye", "fabs", "fill_diagonal", "finfo", "fix", "flatiter",
    "flatnonzero", "flexible", "flip", "fliplr", "flipud", "float16", "float32", "float64", "float_power",
    "floating", "floor", "floor_divide", "fmax", "fmin", "fmod", "format_float_positional",
    "format_float_scientific", "frexp", "frombuffer", "fromfile", "fromfunction", "fromiter",
    "frompyfunc", "fromregex", "fromstring", "full", "full_like", "gcd", "generic", "genfromtxt",
    "geomspace", "get_printoptions", "getbufsize", "geterr", "geterrcall", "gradient", "greater",
    "greater_equal", "half", "hamming", "hanning", "heaviside", "histogram", "histogram2d",
    "histogram_bin_edges", "histogramdd", "hsplit", "hstack", "hypot", "i0", "identity", "iinfo", "imag",
    "index_exp", "indices", "inexact", "inf", "info", "inner", "insert", "int16", "int32", "int64",
    "int8", "int_", "intc", "integer", "interp", "intersect1d", "intp", "invert", "isclose", "iscomplex",
    "iscomplexobj", "isfinite", "isfortran", "isin", "isinf", "isnan", "isnat", "isneginf", "isposinf",
    "isreal", "isrealobj", "isscalar", "issubdtype", "ix_", "kaiser", "kron", "lcm", "ldexp",
    "left_shift", "less", "less_equal", "lexsort", "linspace", "little_endian", "load", "loadtxt",
    "log1p", "logaddexp", "logaddexp2", "logical_and", "logical_not", "logical_or", "logical_xor",
    "logspace", "longdouble", "longlong", "mask_indices", "matmul", "matrix", "maximum",
    "may_share_memory", "mean", "median", "memmap", "meshgrid", "mgrid", "min_scalar_type", "minimum",
    "mintypecode", "mod", "modf", "moveaxis", "multiply", "nan", "nan_to_num", "nanargmax", "nanargmin",
    "nancumprod", "nancumsum", "nanmax", "nanmean", "nanmedian", "nanmin", "nanpercentile", "nanprod",
    "nanquantile", "nanstd", "nansum", "nanvar", "ndarray", "ndenumerate", "ndim", "ndindex", "nditer",
    "negative", "nested_iters", "newaxis", "nextafter", "nonzero", "not_equal", "number", "object_",
    "ogrid", "ones", "ones_like", "outer", "packbits", "pad", "partition", "percentile", "pi",
    "piecewise", "place", "poly", "poly1d", "polyadd", "polyder", "polydiv", "polyfit", "polyint",
    "polymul", "polysub", "polyval", "positive", "printoptions", "prod", "promote_types", "ptp", "put",
    "put_along_axis", "putmask", "quantile", "r_", "rad2deg", "radians", "random", "ravel",
    "ravel_multi_index", "real", "real_if_close", "recarray", "reciprocal", "record", "remainder",
    "repeat", "require", "reshape", "resize", "result_type", "right_shift", "rint", "roll", "rollaxis",
    "roots", "rot90", "s_", "save", "savetxt", "savez", "savez_compressed", "searchsorted", "select",
    "set_printoptions", "setbufsize", "setdiff1d", "seterr", "seterrcall", "setxor1d", "shape",
    "shares_memory", "short", "sign", "signbit", "signedinteger", "sin", "sinc", "single", "sinh", "size",
    "sort", "sort_complex", "spacing", "split", "square", "squeeze", "stack", "std", "str_", "subtract",
    "sum", "swapaxes", "take", "take_along_axis", "tan", "tanh", "tensordot", "tile", "timedelta64",
    "trace", "transpose", "tri", "tril", "tril_indices", "tril_indices_from", "trim_zeros", "triu",
    "triu_indices", "triu_indices_from", "true_divide", "trunc", "typename", "ubyte", "ufunc", "uint",
    "uint16", "uint32", "uint64", "uint8", "uintc", "uintp", "ulonglong", "union1d", "unique",
    "unpackbits", "unravel_index", "unsignedinteger", "unwrap", "ushort", "vander", "var", "vdot",
    "vectorize", "vsplit", "vstack", "where", "zeros", "zeros_like",
)  # fmt: skip
#: What it handed on from elsewhere in NumPy: roots, logarithms and powers that give complex numbers.
_OF_PARTS = {
    "lib.scimath": ("arccos", "arcsin", "arctanh", "log", "log10", "log2", "logn", "power", "sqrt"),
    "random": ("rand", "randn"),
}  # fmt: skip
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
    **{f"scipy.{old}": f"numpy.{new}" for old, new in _NUMPY.items()},
    **{f"scipy.{name}": f"numpy.{part}.{name}" for part, names in _OF_PARTS.items() for name in names},
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
